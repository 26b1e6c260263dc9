import { describe, expect, test } from 'vitest';
import { sampled } from '../../support/thorough.ts';
import { type StoredShop, shopOfPeople } from '../shop.ts';

const named = (firstName: string, lastName: string, local: string) => ({
  emailAddress: `${local}@example.com`,
  firstName,
  lastName,
});

const shop: StoredShop = {
  customers: {
    101: named('Jan', 'Bos', 'bosje'),
    102: named('Joke', 'Bos', 'j.bos'),
    103: named('Ineke', 'Janssens', 'inekej'),
    104: named('Uwe', 'Köhler', 'uwe-k'),
    105: named('Marloes', "van 't Hof", 'hof'),
    106: named('Wijnand', 'de Vries', 'wijnand'),
    107: named('Niels', 'Kuijpers', 'niels.k'),
    108: named('Niels', 'Postma', 'n.postma'),
    109: named('Roos', 'Kuipers', 'roos'),
    110: named('Henk', 'ter Horst', 'henk.h'),
    111: named('Ayşe', 'Yılmaz', 'ayse'),
    112: named('Piet', 'Vandervelde', 'piet.v'),
    113: named('Wytske', 'Wijnands', 'vandenberg.wytske'),
  },
  orders: {
    1001: {
      customerId: '103',
      deliveryAddress: { streetAddress: 'Vijverpad', houseNumber: '131', zipcode: '4333 SL', city: 'Middelburg' },
    },
    1002: {
      customerId: '113',
      deliveryAddress: {
        streetAddress: 'Burgemeester van Dijklaan',
        houseNumber: '7',
        zipcode: '2518 LE',
        city: "'s-Gravenhage",
      },
    },
  },
  addresses: {},
  baskets: [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113].map((customerId) => ({
    basketKey: `A${customerId}`,
    customerId: String(customerId),
    orderId: customerId === 103 ? '1001' : customerId === 113 ? '1002' : null,
    dateCreated: '2026-01-29 10:00:00',
  })),
};

/** What a terminal says of somebody whom nobody is found by: 0 where it shows whom another text finds. */
async function saidOf(text: string, ...options: readonly string[]): Promise<string> {
  const { run } = await shopOfPeople(shop);
  const { code, err } = await run(['customers', 'find', text, ...options], { terminal: 100 });
  expect(code).toBe(err.includes('Showing results for') ? 0 : 3);
  return err.replaceAll(/\s+/g, ' ');
}

describe('at a terminal, where nobody is found, the word that failed is named', () => {
  test.each([
    ['Bos Delft', '2 people match "Bos", none of them "Delft".'],
    ['Vijverpad 131, Delft', '1 person matches "Vijverpad 131", but not "Delft".'],
    ['Vijverpad 131, Middelburg, 99', '1 person matches "Vijverpad 131 Middelburg", but not "99".'],
    ['Ineke Wesselink', '1 person matches "Ineke", but not "Wesselink".'],
  ])('%s', async (text, sentence) => {
    expect(await saidOf(text)).toContain(`No one found on shop.test. ${sentence}`);
  });
});

describe('at a terminal, where nobody is found, what finds somebody is named', () => {
  sampled(4).each([
    ['initials and a letter too many', 'N. Kuijperss', '"N kuijpers" (1)'],
    ['two misspelled words', 'Nils Kuijperz', '"niels kuijpers" (1)'],
    ['a title, initials, a wrong letter and a city', 'dhr. A.B. de Vriess uit Delft', '"de vries" (1)'],
    ['a title and a wrong letter', 'mevrouw Ineke Jenssens', '"Ineke janssens" (1), "Ineke" (1)'],
    ['a letter too few', 'Jansens', '"janssens" (1)'],
    ['a letter too many', 'Janssenss', '"janssens" (1)'],
    ['a wrong letter', 'Jenssens', '"janssens" (1)'],
    ['letters that changed places', 'Jansesns', '"janssens" (1)'],
    ['an umlaut in two letters', 'Koehler', '"kohler" (1)'],
    ['a wrong letter beside a first name', 'Ineke Jansens', '"Ineke janssens" (1)'],
    ['a wrong letter in an e-mail address', 'wijnant@example.com', '"wijnand@example.com" (1)'],
    ['a name that another has', 'niels kuipers', '"niels kuijpers" (1), "niels" (2)'],
    ['the same with a city', 'Niels Kuipers, Leeuwarden', '"Niels kuijpers" (1), "Kuipers" (1), "Niels" (2)'],
    ['a name in one word', 'terhorst', '"ter horst" (1)'],
    ['a first name, and a name in one word', 'henk terhorst', '"henk ter horst" (1)'],
    ['a name in several words', 'van der Velde', '"vandervelde" (1)'],
    ['two letters that sound alike', 'jilmas', '"yilmaz" (1)'],
    ["'t in full", 'van het Hof', '"van Hof" (1)'],
    ['a wrong letter that becomes ij', 'vandenberg.witske@example.com', '"vandenberg.wytske@example.com" (1)'],
    ['the same without the host', 'vandenberg.witske', '"vandenberg.wytske" (1)'],
    ['the same as it is said', 'vandenberg punt witske at example punt com', '"vandenberg.wytske@example.com" (1)'],
    ['a misheard name and a city', 'Wytske Weinans Den Haag', '"Wytske wijnands Den Haag" (1)'],
    ['the same with the city first', "'s-Gravenhage, Wytske Weinans", `"Wytske wijnands 's-Gravenhage" (1)`],
    ['a name that another there has', 'Weinans den haag', '"wijnands den haag" (1)'],
    ['the name of somebody in another city', 'Ineke Jansens Den Haag', '"Ineke janssens" (1)'],
  ])('%s', async (_, text, similar) => {
    const said = await saidOf(text);
    const [, shown] = /Showing results for (".*")\.$/.exec(said.trim()) ?? [];
    // One text alone that few people have is searched at once.
    if (shown) expect(similar.split(', ')[0]).toBe(`${shown} (1)`);
    else expect(said).toContain(`Similar searches that find people: ${similar}.`);
  });

  test.each([
    ['nothing is like it', 'Wesselink'],
    ['it is a number', '06 12 34 56 78'],
  ])('but not where %s', async (_, text) => {
    expect(await saidOf(text)).not.toContain('Similar');
  });

  test('never what a crowd has, unless it is the whole text, corrected', async () => {
    const { run } = await shopOfPeople({
      ...shop,
      customers: Object.fromEntries(
        Array.from({ length: 21 }, (_, at) => [String(101 + at), named('Jan', 'de Vries', `jan${at}`)]),
      ),
      baskets: Array.from({ length: 21 }, (_, at) => ({
        basketKey: `B${at}`,
        customerId: String(101 + at),
        orderId: null,
      })),
    });
    const { err } = await run(['customers', 'find', 'Wesselink de Vries'], { terminal: 100 });
    expect(err).not.toContain('Similar');
    const corrected = await run(['customers', 'find', 'de Vriess'], { terminal: 100 });
    expect(corrected.err).toContain('Similar searches that find people: "de vries" (21).');
  });

  test('but not with --mask-pii, and not in a log', async () => {
    expect(await saidOf('J. Bos Delft', '--mask-pii')).not.toContain('Similar');
    const { run } = await shopOfPeople(shop);
    expect((await run(['customers', 'find', 'J. Bos Delft'])).err).not.toContain('Similar');
  });

  test('and what is named finds them', async () => {
    const { run } = await shopOfPeople(shop);
    expect((await run(['customers', 'find', 'kohler', '-q'])).out).toBe('104\n');
  });
});

test('a city finds nobody, and the message says that one alone is not searched', async () => {
  expect(await saidOf('Middelburg')).toContain('You cannot search for a city alone: add a name or a street.');
  expect(await saidOf('somebody@example.org')).not.toContain('You cannot');
});

describe('a city of several words is never taken apart', () => {
  test('in the sentence that names the word that failed', async () => {
    expect(await saidOf('Bakker Den Haag burgemeester van Dijklaan')).toContain(
      '1 person matches "Den Haag burgemeester van Dijklaan", but not "Bakker".',
    );
  });

  test.each(['Bakker Den Haag burg. van Dijklaan', "Jenssens, 's-Gravenhage", 'Bakkers den haag 99'])(
    'in what is suggested: %s',
    async (text) => {
      const said = await saidOf(text);
      const suggested = /(?:Similar searches that find people:|Showing results for) (.*)\./.exec(said)?.[1] ?? '';
      const cities = /(?<!den )haag|\bden(?! haag)|gravenhage(?<!'s-gravenhage)/i;
      expect(suggested).not.toMatch(cities);
    },
  );
});
