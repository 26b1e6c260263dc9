import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { type Passage, type SeenRequest, serveSandboxBehind } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';

// Customers and then their addresses, from one file, by the commands themselves.

const columns = 'email,voornaam,achternaam,straat,huisnummer,postcode,plaats,land';
const fileOf = (names: readonly string[], postcode = '1012 JS'): string =>
  `${columns}\n${names.map((name) => `${name}@shop.test,${name},Claes,Kerkstraat,12a,${postcode},Gent,NL\n`).join('')}`;

/** The clock of the store: by another one, nothing would count as settled. */
const now = (): Date => new Date();

/** A sandbox behind a gateway that treats the creation of an address of this first name so, the first time. */
async function shopBehind(passages: Readonly<Record<string, Passage>> = {}, onAddress = (_firstName: string) => {}) {
  const directory = ownDirectory();
  const requests: string[] = [];
  const left = new Map(Object.entries(passages));
  const store = await serveSandboxBehind(({ method, path, body }: SeenRequest) => {
    requests.push(`${method} ${path.replace('/api/v2', '')}`);
    if (method !== 'POST' || !path.endsWith('/addresses')) return 'forward';
    const { firstName } = JSON.parse(body);
    onAddress(firstName);
    const passage = left.get(firstName) ?? 'forward';
    left.delete(firstName);
    return passage;
  });
  return {
    directory,
    requests,
    async run(line: string, text: string, settle = '1s', interrupted?: AbortSignal) {
      await writeFile(join(directory, 'in.csv'), text);
      requests.length = 0;
      const options = `--json --journal j.db --settle ${settle} --report report.json`;
      const { code, out } = await store.run(`${line} in.csv ${options}`, {
        ...{ directory, now },
        ...(interrupted && { interrupted }),
      });
      const { created, existing, rejected, uncertain, notSent } = JSON.parse(out);
      return { code, created, existing, rejected, uncertain, notSent };
    },
    ask: (line: string) => store.run(line, { directory }),
    /** How many addresses each of the customers has, the first of whom is 101. */
    async addresses(customers: number) {
      const counts: number[] = [];
      for (let id = 101; id < 101 + customers; id++) {
        const { out } = await store.run(`addresses list --customer ${id} --json`, { directory });
        counts.push(JSON.parse(out).length);
      }
      return counts;
    },
  };
}

const none = { created: 0, existing: 0, rejected: 0, uncertain: 0, notSent: 0 };
const names = ['ann', 'bob', 'cas', 'dee', 'eve'];

test('addresses follow their customers from the same file, once', async () => {
  const { run, addresses } = await shopBehind();
  expect(await run('customers import', fileOf(names))).toEqual({ ...none, code: 0, created: 5 });
  expect(await run('addresses import', fileOf(names))).toEqual({ ...none, code: 0, created: 5 });
  expect(await run('addresses import', fileOf(names))).toEqual({ ...none, code: 0, existing: 5 });
  expect(await addresses(5)).toEqual([1, 1, 1, 1, 1]);
});

test.runIf(isThorough)(
  'an address without a clear answer is looked for among those of its customer, and not doubled',
  async () => {
    const shop = await shopBehind({
      ann: 'forward and hang up',
      bob: 'hang up',
      cas: 'forward and answer 500',
      dee: 'answer 429',
      eve: 'answer 503',
    });
    await shop.run('customers import', fileOf(names));
    expect(await shop.run('addresses import', fileOf(names))).toEqual({ ...none, code: 0, created: 5 });
    expect(await shop.addresses(5)).toEqual([1, 1, 1, 1, 1]);
  },
);

test('an address that the store has from elsewhere is skipped, also where it is written otherwise', async () => {
  const shop = await shopBehind();
  await shop.run('customers import', fileOf(['ann']));
  await shop.run('addresses import', fileOf(['ann'], '1012 JS'));
  await rm(join(shop.directory, 'j.db'));
  await rm(join(shop.directory, 'j.db.key'));
  const byId = `customerId,${columns.replace('email,', '')}\n101,ann,CLAES,Kerkstr.,12 A,1012js,Gent,NL\n`;
  expect(await shop.run('addresses import', byId)).toEqual({ ...none, code: 0, existing: 1 });
  expect(await shop.addresses(1)).toEqual([1]);
});

test.runIf(isThorough)(
  'what a store that was emptied has lost is sent again, though the journal knows it',
  async () => {
    const shop = await shopBehind();
    await shop.run('customers import', fileOf(names));
    await shop.run('addresses import', fileOf(names));
    await shop.ask('customers delete 101 102 103 104 105 --yes');
    const outcome = { ...none, code: 0, created: 5 };
    expect(await shop.run('customers import', fileOf(names), '1ms')).toEqual(outcome);
    expect(await shop.run('addresses import', fileOf(names), '1ms')).toEqual(outcome);
  },
);

test('a customer who was erased does not come back with the next import of the file', async () => {
  const shop = await shopBehind();
  await shop.run('customers import', fileOf(names));
  await shop.ask('customers erase 103 --yes');
  expect(await shop.run('customers import', fileOf(names), '1ms')).toEqual({ ...none, code: 0, existing: 5 });
});

test('an address of nobody who is known is not sent', async () => {
  const shop = await shopBehind();
  await shop.run('customers import', fileOf(['ann']));
  const outcome = await shop.run('addresses import', fileOf(['ann', 'bob']));
  expect(outcome).toEqual({ ...none, code: 7, created: 1, rejected: 1 });
  expect(shop.requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /customers/101/addresses']);
  const report = readFileSync(join(shop.directory, 'report.json'), 'utf8');
  expect(report).toContain('no customer of an earlier import or search has this emailAddress');
});

test('nothing of a person is in any file but the one that was given', async () => {
  const shop = await shopBehind({ ann: 'forward and hang up', bob: 'answer 422' });
  await shop.run('customers import', fileOf(names));
  await shop.run('addresses import', fileOf(names));
  const files = readdirSync(shop.directory).filter((name) => name !== 'in.csv');
  const telling = files.filter((name) =>
    /shop\.test|claes|kerkstraat|1012/i.test(readFileSync(join(shop.directory, name), 'latin1')),
  );
  expect({ telling, journal: files.includes('j.db') }).toEqual({ telling: [], journal: true });
});

test('without the secret of its journal nobody is sent', async () => {
  const shop = await shopBehind();
  await shop.run('customers import', fileOf(['ann']));
  await rm(join(shop.directory, 'j.db.key'));
  await writeFile(join(shop.directory, 'in.csv'), fileOf(['ann', 'bob']));
  shop.requests.length = 0;
  const { code, err } = await shop.ask('customers import in.csv --journal j.db');
  expect({ code, err, requests: shop.requests }).toEqual({
    code: 2,
    err: expect.stringContaining('j.db.key, which belongs next to the journal'),
    requests: [],
  });
});

test('an import of addresses does not continue into a store that has lost what it created', async () => {
  const user = new AbortController();
  const shop = await shopBehind({}, (firstName) => firstName === 'bob' && user.abort('SIGTERM'));
  await shop.run('customers import', fileOf(names));
  expect(await shop.run('addresses import', fileOf(names), '1s --concurrency 1', user.signal)).toMatchObject({
    code: 8,
  });
  const id = (await shop.ask('addresses list --customer 101 -q')).out.trim();
  expect((await shop.ask(`addresses delete ${id} --customer 101 --yes`)).code).toBe(0);
  const { code, err } = await shop.ask('addresses import in.csv --journal j.db --settle 1s');
  expect({ code, err }).toEqual({
    code: 5,
    err: expect.stringMatching(
      /Import 2 created line 2, but this store does not have it(?:.|\n)*the others are sent again/,
    ),
  });
});
