import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { type StoredShop, shopOfPeople } from './shop.ts';

const at = { terminal: 120, env: { NO_COLOR: '1' } };

const addressIn = (id: string, city: string, streetAddress = 'Hof', houseNumber = '1') => ({
  id,
  streetAddress,
  houseNumber,
  zipcode: '1012 JS',
  city,
});

/**
 * René Hendriks (101) and two called Mulder have no order, and live where their addresses say; another order went to
 * Rotterdam. Kim Meijer (104) had an order sent to Molenweg 11.
 */
const shop: StoredShop = {
  customers: {
    101: { firstName: 'René', lastName: 'Hendriks' },
    102: { firstName: 'Annelies', lastName: 'Mulder' },
    103: { firstName: 'Annelies', lastName: 'Mulder' },
    104: { firstName: 'Kim', lastName: 'Meijer', emailAddress: 'kim@example.com' },
    105: { firstName: 'Bo', lastName: 'Smit' },
  },
  orders: {
    1001: { customerId: '105', dateCreated: '2026-01-09 10:00:00', deliveryAddress: addressIn('1', 'Rotterdam') },
    1002: {
      customerId: '104',
      dateCreated: '2026-01-08 10:00:00',
      deliveryAddress: addressIn('2', 'Amsterdam', 'Molenweg', '11'),
    },
  },
  addresses: {
    101: [addressIn('301', 'Amsterdam')],
    102: [addressIn('302', 'Groningen')],
    103: [addressIn('303', 'Deventer')],
    104: [addressIn('304', 'Amsterdam', 'Molenweg', '11')],
    105: [addressIn('305', 'Deventer'), addressIn('306', 'Groningen'), addressIn('307', 'Rotterdam')],
  },
  baskets: ['101', '102', '103', '104', '105'].map((customerId) => ({
    basketKey: `B${customerId}`,
    customerId,
    orderId: customerId === '105' ? '1001' : customerId === '104' ? '1002' : null,
    dateCreated: '2026-01-07 10:00:00',
  })),
};

/** A shop whose index knows everybody, with addresses. */
async function knownShop() {
  const store = await shopOfPeople(shop);
  await store.run(['customers', 'find', '9999 ZZ 1', '-q']);
  store.paths.splice(0);
  return store;
}

test.each(['mevr. Meijer Amsterdam 11', 'Meijer, Amsterdam 11', 'Amsterdam, Meijer 11', 'Kim Meijer 11'])(
  'a name and a house number find who lives there, with the city or without: %s',
  async (text) => {
    const { run } = await knownShop();
    expect((await run(['customers', 'find', text, '-q'])).out).toBe('104\n');
  },
);

/** Another machine writes it. */
const moved = (of: StoredShop): void => {
  Object.assign(of.addresses, { 104: [addressIn('304', 'Amsterdam', 'Zonneweide', '21')] });
};

describe('a person who is found beside a city', () => {
  test('and lives elsewhere is shown with the city of the address, and that is said', async () => {
    const { run, paths } = await knownShop();
    const { code, out, err } = await run(['customers', 'find', 'René Hendriks Rotterdam'], at);
    expect([code, out]).toEqual([0, expect.stringMatching(/City +Amsterdam\n/)]);
    expect(err).toContain(
      'No one found is known to live in the city, Rotterdam. The person above lives elsewhere, or no city is known.',
    );
    expect(paths.filter((path) => path.includes('/addresses'))).toEqual(['/customers/101/addresses']);
  });

  test('and lives there needs no such sentence', async () => {
    const { run } = await knownShop();
    const { out, err } = await run(['customers', 'find', 'René Hendriks Amsterdam'], at);
    expect([out, err]).toEqual([
      expect.stringContaining('Hof 1, 1012 JS Amsterdam'),
      expect.not.stringContaining('city'),
    ]);
  });

  test.each([
    ['Deventer', ['103', '102']],
    ['Groningen', ['102', '103']],
  ])('comes first, with the city in the table: %s', async (city, ids) => {
    const { run } = await knownShop();
    const { out, err } = await run([
      'customers',
      'find',
      `annelies mulder ${city}`,
      '--output',
      'csv',
      '--fields',
      'customerId,city',
    ]);
    expect(
      out
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids);
    expect([out, err]).toEqual([
      expect.stringContaining(`${ids[0]},${city}\n`),
      expect.stringContaining('People who live there come first'),
    ]);
  });

  test('the city is not named in a log', async () => {
    const { run } = await knownShop();
    const { err } = await run(['customers', 'find', 'René Hendriks Rotterdam', '-q']);
    expect(err).toContain('No one found is known to live in the city. The person above');
  });
});

describe('after somebody has moved', () => {
  test('the address of an order is named as that, beside the present one', async () => {
    const { run, shop: stored } = await knownShop();
    moved(stored);
    const { out } = await run(['customers', 'find', 'Molenweg 11 Amsterdam'], at);
    expect(out).toMatch(/Address +Molenweg 11, 1012 JS Amsterdam, as in order 1002\n/);
    expect(out).toMatch(/Address now +Zonneweide 21, 1012 JS Amsterdam\n/);
  });

  test('the name and the city show the present address', async () => {
    const { run, shop: stored } = await knownShop();
    moved(stored);
    const { out } = await run(['customers', 'find', 'kim meijer amsterdam'], at);
    expect(out).toMatch(/Address +Zonneweide 21, 1012 JS Amsterdam\n/);
  });

  test('the search that has shown the new address lets it be found', async () => {
    const { run, shop: stored } = await knownShop();
    moved(stored);
    await run(['customers', 'find', 'Molenweg 11 Amsterdam'], at);
    expect((await run('customers find Zonneweide -q')).out).toBe('104\n');
  });
});

test('a new name and e-mail address are found once a search has shown them', async () => {
  const { run, shop: stored } = await knownShop();
  Object.assign(stored.customers[104] ?? {}, { lastName: 'Overweg', emailAddress: 'overweg@example.com' });
  Object.assign(stored.orders[1002] ?? {}, { customer: { lastName: 'Meijer' } });
  await run('customers find 1002 -q');
  for (const text of ['Overweg', 'overweg@example.com'])
    expect(await run(`customers find ${text} -q`)).toMatchObject({ out: '104\n' });
});

test('who is found by nothing is told how a change of another program gets known', async () => {
  const { run } = await knownShop();
  const { err } = await run('customers find nobodyhere', at);
  expect(err.replaceAll(/\s+/g, ' ')).toContain(
    'Try something that has not changed, such as a phone number, or --live (reads 12 records).',
  );
});

describe('in an index that has read no addresses', () => {
  test('those of the few who have the rest are read, for a city that no order has', async () => {
    const { run, paths } = await shopOfPeople(shop);
    await run('customers find nobody@example.com -q');
    paths.splice(0);
    const { out } = await run(['customers', 'find', 'annelies mulder deventer'], at);
    expect(out.match(/^\d+/gm)).toEqual(['103', '102']);
    expect(paths.filter((path) => path.endsWith('/addresses')).toSorted()).toEqual([
      '/customers/102/addresses',
      '/customers/103/addresses',
    ]);
  });

  test('and nobody is found where none of them lives there', async () => {
    const { run } = await shopOfPeople(shop);
    await run('customers find nobody@example.com -q');
    expect((await run(['customers', 'find', 'annelies mulder zwolle', '-q'])).code).toBe(3);
  });
});

test('a customer without addresses is asked for them once', async () => {
  const { run, paths, shop: stored } = await shopOfPeople({ ...shop, addresses: {} });
  Object.assign(stored.orders, { 1001: { ...stored.orders['1001'], customer: { lastName: 'Boom' } } });
  await run('customers find nobody@example.com -q');
  paths.splice(0);
  expect((await run(['customers', 'find', 'boom rotterdam'], at)).code).toBe(0);
  expect(paths.filter((path) => path.endsWith('/addresses'))).toEqual(['/customers/105/addresses']);
});

test('the example of the docs finds somebody in the sandbox, at first', async () => {
  const { run } = await serveSandbox();
  expect((await run(['customers', 'find', 'de wit utrecht', '-q'], { home: ownDirectory() })).out).toBe('101\n');
});

describe('initials that nobody with the name has', () => {
  const initials = 'No one found with these initials';

  test('are left out for a person, and it is said', async () => {
    const { run } = await knownShop();
    const { out, err } = await run(['customers', 'find', 'K. Hendriks'], at);
    expect([out, err]).toEqual([expect.stringContaining('René Hendriks'), expect.stringContaining(initials)]);
  });

  test('one of two is enough', async () => {
    const { run } = await knownShop();
    const { out, err } = await run(['customers', 'find', 'A.B. Mulder'], at);
    expect([out, err]).toEqual([expect.stringContaining('Annelies Mulder'), expect.stringContaining(initials)]);
  });

  test('find nobody for a script', async () => {
    const { run } = await knownShop();
    expect((await run(['customers', 'find', 'K. Hendriks', '-q'])).code).toBe(3);
    expect((await run(['customers', 'find', 'R. Hendriks', '-q'])).out).toBe('101\n');
  });
});

/** Everybody is called Brouwer; 103 lives elsewhere. */
const brouwers: StoredShop = {
  ...shop,
  customers: {
    101: { firstName: 'Tessa', lastName: 'Brouwer' },
    102: { firstName: 'Bo', lastName: 'Brouwer' },
    103: { firstName: 'Max', lastName: 'Brouwer' },
    104: { firstName: 'Kim', lastName: 'Meijer' },
    105: { firstName: 'Eva', lastName: 'Brouwer' },
  },
  orders: {},
  addresses: {
    101: [addressIn('301', 'Den Haag', 'Burgemeester van Dijklaan', '129')],
    102: [addressIn('302', "'s-Gravenhage")],
    103: [addressIn('303', 'Bergen', 'Haagweg')],
    104: [addressIn('304', 'Alphen aan den Rijn')],
    105: [addressIn('305', 'Bergen op Zoom')],
  },
  baskets: shop.baskets.map((basket) => ({ ...basket, orderId: null })),
};

/** Whom an index with addresses finds at a terminal, where people elsewhere are left out. */
async function brouwersOf(text: string): Promise<readonly string[]> {
  const { run } = await shopOfPeople(brouwers);
  await run(['customers', 'find', '9999 ZZ 1', '-q']);
  const { code, out } = await run(['customers', 'find', text], at);
  expect(code).toBe(0);
  return [...new Set(out.match(/\b10[1-5]\b/g))].sort();
}

describe('a city is one however it is called, written, and wherever it stands', () => {
  test.each([
    ["brouwer 's-gravenhage", ['101', '102']],
    ['Brouwer, The Hague', ['101', '102']],
    ['den haag brouwer', ['101', '102']],
    ['Brouwer uit Den Haag', ['101', '102']],
    ['Brouwer Den Haag burgemeester van Dijklaan', ['101']],
    ["Brouwer 's Gravenhage Burg. van Dijklaan", ['101']],
    ["Brouwer Burg. van Dijklaan 129 's-Gravenhage", ['101']],
    ['Burg. van Dijklaan 129, Brouwer, Den Haag', ['101']],
    ['Meijer Alphen a/d Rijn', ['104']],
    ['brouwer bergen op zoom', ['105']],
  ])('%s', async (text, ids) => {
    expect(await brouwersOf(text)).toEqual(ids);
  });
});

test.each(["'s", "brouwer 's", "x 't y", "'s-Gravenhage", "d' Arc 's-Hertogenbosch", "'n"])(
  'words of one letter are no error of use, beside others: %s',
  async (text) => {
    const { run } = await shopOfPeople(brouwers);
    expect((await run(['customers', 'find', text], at)).code).toBe(/^'[a-z]$/.test(text) ? 2 : 3);
  },
);
