import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { canary } from '../support/run.ts';
import { Terminal } from '../support/terminal.ts';
import { openStore, question, type WatchedStore } from './asking.ts';

// An hour of a help desk: callers, and what somebody types who has the built program alone. Needs a build (`npm test` makes one).

type Fields = Readonly<Record<string, string>>;

/** A customer with an order. */
interface Caller {
  readonly id: string;
  readonly customer: Fields;
  readonly address: Fields;
  readonly orderId: string;
}

/** What the store has of its people, for whoever plays the callers. */
async function callersOf(store: WatchedStore) {
  const read = async (path: string, first: number, last: number) => {
    const ids = Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`);
    return await Promise.all(ids.map(async (id) => (await store.get(`${path}/${id}`)) as Fields));
  };
  const orders = (await read('orders', 1001, 1400)).filter(({ orderId }) => orderId !== undefined);
  const found = new Map<string, Caller>();
  for (const { orderId = '', customerId = '0' } of orders) {
    if (customerId === '0' || Number(customerId) < 105) continue;
    const customer = (await store.get(`customers/${customerId}`)) as Fields;
    if (customer.customerId === undefined) continue;
    const [address = {}] = (await store.get(`customers/${customerId}/addresses`)) as readonly Fields[];
    found.set(customerId, { id: customerId, customer, address, orderId });
  }
  const byId = orders.map((order) => order as unknown as { orderId: string; customerId: string; customer: Fields });
  const guests = byId.filter(({ customerId, customer }) => customerId === '0' && (customer?.lastName ?? '') !== '');
  return { callers: [...found.values()], guests, newest: byId.at(-1) };
}

/** Nobody else has this. */
const isOnly = (callers: readonly Caller[], one: Caller, value: (caller: Caller) => string | undefined): boolean =>
  callers.filter((caller) => value(caller) === value(one)).length === 1;

/** A terminal of 100 columns, a home of its own, and how many commands a call took. */
class Desk {
  commands = 0;
  readonly #home = ownDirectory();
  readonly #store: WatchedStore;

  constructor(store: WatchedStore) {
    this.#store = store;
  }

  /** What the terminal shows when a command has ended, with single spaces. @param answers to its questions, in their order */
  async type(argv: readonly string[], answers: readonly (readonly [title: string, text: string])[] = []) {
    this.commands++;
    const env = { HOME: this.#home, SHOP_URL: this.#store.url, SHOP_TOKEN: canary };
    const terminal = new Terminal(argv, { columns: 100, rows: 50, directory: this.#home, env });
    try {
      for (const [title, text] of answers) await terminal.answer(question(title), text);
      const { code } = await terminal.ended(120_000);
      return { code, text: terminal.text.replaceAll(/\s+/g, ' ') };
    } finally {
      await terminal.close();
    }
  }

  find(...words: readonly string[]) {
    return this.type(['customers', 'find', ...words]);
  }
}

test('twelve callers are answered, or honestly not', { timeout: 600_000 }, async () => {
  const store = await openStore({ people: { count: 60, seed: 11 } });
  const { callers, guests, newest } = await callersOf(store);
  const desk = new Desk(store);
  const report: string[] = [];
  /** One who is not called again, and of whom this is true. */
  const waiting = [...callers];
  const someone = (isMeant: (caller: Caller) => boolean): Caller => {
    const at = waiting.findIndex(isMeant);
    expect(at).not.toBe(-1);
    return waiting.splice(at, 1)[0] as Caller;
  };
  const call = async (name: string, answer: () => Promise<unknown>): Promise<void> => {
    desk.commands = 0;
    const startedAt = performance.now();
    await answer();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    report.push(`${name}: ${desk.commands} ${desk.commands === 1 ? 'command' : 'commands'}, ${seconds} s`);
  };
  const isCard = (caller: Caller) => ({
    code: 0,
    text: expect.stringMatching(new RegExp(`${caller.customer.emailAddress} .*ID ${caller.id} .*Orders .*Searched `)),
  });
  const lists = (caller: Caller) => ({ code: 0, text: expect.stringMatching(new RegExp(`\\b${caller.id}\\b`)) });

  await call('a misspelt name', async () => {
    const caller = someone(({ customer }) => /^\p{L}{7,}$/u.test(customer.lastName ?? ''));
    const name = caller.customer.lastName ?? '';
    expect(await desk.find(`${name.slice(0, 4)}x${name.slice(4)}`)).toEqual({
      code: 0,
      text: expect.stringMatching(new RegExp(`\\b${caller.id}\\b.*Showing results for "${name.toLowerCase()}"`)),
    });
    expect(await desk.find(name.slice(0, 4), '--live')).toEqual(lists(caller));
  });

  await call('a phone number alone, in five ways', async () => {
    const caller = someone(({ customer }) => /^(?:\+31|0031|0)[ -]?6/.test(customer.phoneNumber ?? ''));
    const digits = (caller.customer.phoneNumber ?? '').replaceAll(/\D/g, '').slice(-8);
    const pairs = digits.replaceAll(/\d\d(?!$)/g, '$& ');
    for (const typed of [`+31 6 ${digits}`, `06-${digits}`, `00316${digits}`, `06 ${pairs}`, `316${digits}`])
      expect([typed, await desk.find(typed)]).toEqual([typed, lists(caller)]);
  });

  await call('a street alone, with its number and without', async () => {
    const caller = someone(({ address }) => /^\p{L}+$/u.test(address.streetAddress ?? ''));
    const { streetAddress = '', houseNumber = '' } = caller.address;
    expect(await desk.find(streetAddress, houseNumber)).toEqual(lists(caller));
    expect(await desk.find(streetAddress)).toEqual(lists(caller));
  });

  await call('a postcode alone, with a space and without', async () => {
    const caller = someone(({ address }) => /^\d{4}/.test(address.zipcode ?? ''));
    const zipcode = (caller.address.zipcode ?? '').replaceAll(' ', '');
    expect(await desk.find(`${zipcode.slice(0, 4)} ${zipcode.slice(4)}`)).toEqual(lists(caller));
    expect(await desk.find(zipcode.toLowerCase())).toEqual(lists(caller));
  });

  await call('a guest', async () => {
    const guest = guests.find(({ customer }) => (customer.emailAddress ?? '') !== '');
    const { emailAddress = '', lastName } = guest?.customer ?? {};
    expect(await desk.find(emailAddress)).toEqual({
      code: 0,
      text: expect.stringMatching(new RegExp(`${emailAddress} .*guest account .*Orders ${guest?.orderId} `)),
    });
    const { text } = await desk.type(['orders', 'get', `${guest?.orderId}`, '--full']);
    expect(text).toMatch(new RegExp(`Order ${guest?.orderId} .*${lastName}.*Total EUR`));
  });

  await call('an order of this morning', async () => {
    const { text } = await desk.type(['orders', 'list', '--last', '5']);
    expect(text).toContain(newest?.orderId);
    expect((await desk.type(['orders', 'get', `${newest?.orderId}`, '--full'])).text).toContain('Delivery address');
  });

  await call('delete my data', async () => {
    const caller = someone((one) => isOnly(callers, one, ({ customer }) => customer.emailAddress));
    const { emailAddress = '' } = caller.customer;
    expect(await desk.find(emailAddress)).toEqual(isCard(caller));
    const asked = await desk.type(['customers', 'get', caller.id, '--full', '--json']);
    expect([asked.text.includes(emailAddress), asked.text.includes(`"orderId": "${caller.orderId}"`)]).toEqual([
      true,
      true,
    ]);
    const { code, text } = await desk.type(
      ['customers', 'erase', caller.id],
      [[`Erase customer ${caller.id} on`, 'y']],
    );
    expect([code, text]).toEqual([0, expect.stringMatching(new RegExp(`order ${caller.orderId} .*: invoice.*Kept `))]);
    expect(await store.get(`customers/${caller.id}`)).toHaveProperty('error');
  });

  await call('change my address on order 1005', async () => {
    const refused = await desk.type(['orders', 'update', '1005']);
    expect([refused.code, refused.text]).toEqual([
      2,
      expect.stringContaining('The API cannot update orders. Change it in the back office of the shop.'),
    ]);
    const caller = someone(({ address }) => address.id !== undefined);
    const list = await desk.type(['addresses', 'list', '--customer', caller.id]);
    expect(list).toEqual({ code: 0, text: expect.stringContaining(String(caller.address.id)) });
    const line = ['addresses', 'update', String(caller.address.id), '--customer', caller.id, '--house-number', '99'];
    expect((await desk.type(line)).code).toBe(0);
    expect(await store.get(`customers/${caller.id}/addresses/${caller.address.id}`)).toMatchObject({
      houseNumber: '99',
    });
  });

  await call('a company', async () => {
    const caller = someone(() => true);
    await store.post(`customers/${caller.id}/addresses`, {
      ...{ company: 'Noordlicht BV', firstName: 'Jo', lastName: 'Bos', gender: 'm', btwNumber: 'NL812345678B01' },
      ...{ streetAddress: 'Dam', houseNumber: 1, zipcode: '1012 JS', city: 'Amsterdam', country: 'NL' },
    });
    const first = await desk.find('noordlicht');
    // The addresses of everybody were read for a street, before this one was made.
    expect(first.code).toBe(3);
    expect(first.text).toMatch(/The index is .* old\.|Only whole words were compared\./);
    expect(await desk.find('noordlicht', '--live')).toEqual(isCard(caller));
  });

  await call('a VAT number', async () => {
    const { code, text } = await desk.find('NL 8123.45.678 B01');
    expect([code, text]).toEqual([0, expect.stringMatching(/ID \d+ /)]);
  });

  await call('a first name alone', async () => {
    const caller = someone(({ customer }) => /^\p{L}{4,}$/u.test(customer.firstName ?? ''));
    const { firstName = '' } = caller.customer;
    expect(await desk.find(firstName)).toEqual(lists(caller));
    expect(await desk.find(firstName, caller.address.zipcode ?? '')).toEqual(lists(caller));
  });

  await call('an e-mail address in capitals, and the basket that was left', async () => {
    const caller = someone((one) => isOnly(callers, one, ({ customer }) => customer.emailAddress));
    expect(await desk.find((caller.customer.emailAddress ?? '').toUpperCase())).toEqual(isCard(caller));
    const { code, text } = await desk.type(['baskets', 'list', '--customer', caller.id, '--open']);
    expect([code, text]).toEqual([0, expect.stringMatching(/Read \d+ baskets in/)]);
  });

  // What it took, for whoever reads the output of the tests.
  process.stdout.write(`${report.join('\n')}\n`);
  expect(report).toHaveLength(12);
});
