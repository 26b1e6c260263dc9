import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customers } from '../../../src/client/endpoints/imported-customers.ts';
import { inDirectory } from '../../support/run.ts';
import { type CustomerScript, CustomerStore, fileOf, personAt } from '../models/customer-store.ts';
import { Imports } from '../models/importer.ts';
import { virtualClock } from '../models/virtual-clock.ts';

// Customers whom somebody else creates while an import sends them.

const people = Array.from({ length: 60 }, (_, row) => personAt(row));

const storeWith = (script: Partial<CustomerScript> = {}): CustomerStore =>
  new CustomerStore({
    ...{ writes: [], reads: [], strangers: [], latency: 100, late: 0, lag: 0 },
    ...{ numbering: 'rising', steps: [1], numbersEarly: false, isUnique: false, ...script },
  });

/** Imports of people into one store, each with the journal of a home of its own. */
function homesOf(store: CustomerStore, directory: string, concurrency: number) {
  const clock = virtualClock(1_000_000);
  return ['a', 'b'].map((home) => {
    mkdirSync(join(directory, home));
    const own = { directory: join(directory, home), keys: [], settle: 10_000, concurrency, noun: customers, clock };
    const imports = new Imports(store, own);
    imports.turnTo(fileOf(people));
    return imports;
  });
}

const doubled = ({ customers: all }: CustomerStore): number =>
  all.length - new Set(all.map(({ emailAddress }) => emailAddress)).size;

test.each([1, 6])('two imports of the same people, %i at a time, both stop soon', (concurrency) =>
  inDirectory(async (directory) => {
    const store = storeWith();
    const homes = homesOf(store, directory, concurrency);
    const parts = await Promise.all(homes.map((imports) => imports.next(undefined)));
    expect(parts.map(({ code }) => code)).toEqual([7, 7]);
    expect(parts.map(({ report }) => report?.stopped)).toEqual(
      Array(2).fill(expect.stringContaining('Another import of the same people is running')),
    );
    expect(doubled(store)).toBeLessThan(12 + 2 * concurrency);
    expect(Number(parts[0]?.report?.duplicate)).toBeGreaterThan(0);
  }),
);

test('nobody is sent who was imported elsewhere since the last import here', () =>
  inDirectory(async (directory) => {
    const store = storeWith();
    const [here, elsewhere] = homesOf(store, directory, 4) as [Imports, Imports];
    here.turnTo(fileOf([personAt(900)]));
    await here.next(undefined);
    await elsewhere.next(undefined);
    here.turnTo(fileOf(people.toReversed()));
    const { code, report } = await here.next(undefined);
    expect([code, report?.existing, doubled(store)]).toEqual([0, 60, 0]);
  }));

/** An import of ten people, one at a time, while the person of a row registers after so many requests. */
const whileRegistering = (row: number, after: number) =>
  inDirectory(async (directory) => {
    const store = storeWith({ strangers: [{ after, row, isNamesake: false }] });
    const imports = new Imports(store, { directory, keys: [], settle: 10_000, concurrency: 1, noun: customers });
    imports.turnTo(fileOf(people.slice(0, 10)));
    const { code, report } = await imports.next(undefined);
    return { code, created: report?.created, existing: report?.existing, duplicate: report?.duplicate };
  });

test('who registers before the row is sent exists: the row is not sent', async () => {
  expect(await whileRegistering(8, 3)).toEqual({ code: 0, created: 9, existing: 1, duplicate: 0 });
});

test('also if it is the last row, which is held back', async () => {
  expect(await whileRegistering(9, 3)).toEqual({ code: 0, created: 9, existing: 1, duplicate: 0 });
});

test('who registers once more after the row was sent is listed as a duplicate', async () => {
  expect(await whileRegistering(1, 5)).toEqual({ code: 7, created: 9, existing: 0, duplicate: 1 });
});

test('rows of which the answers were lost are nobody else', () =>
  inDirectory(async (directory) => {
    const store = storeWith({ writes: ['created', ...Array(4).fill('reset after')] });
    const imports = new Imports(store, { directory, keys: [], settle: 10_000, concurrency: 1, noun: customers });
    imports.turnTo(fileOf(people.slice(0, 10)));
    const { code, report } = await imports.next(undefined);
    expect([code, report?.created, doubled(store)]).toEqual([0, 10, 0]);
  }));

/** What an import says of a store, and what the next one does of the same people in another file. */
const saidBefore = (between: (store: CustomerStore) => void) =>
  inDirectory(async (directory) => {
    const store = storeWith();
    const imports = new Imports(store, { directory, keys: [], settle: 10_000, concurrency: 1, noun: customers });
    imports.turnTo(fileOf(people.slice(0, 10)));
    const first = await imports.next(undefined);
    between(store);
    imports.rest(3_600_000);
    imports.turnTo(fileOf(people.slice(0, 10).toReversed()));
    return [first.hints.join('\n'), (await imports.next(undefined)).hints.join('\n')];
  });

test('the first import into a store says that anyone who was imported elsewhere would be sent again, and no other', async () => {
  const said = 'Anyone who was imported elsewhere would be sent again';
  const [first, second] = await saidBefore(() => undefined);
  expect([first, second]).toEqual([expect.stringContaining(said), expect.not.stringContaining(said)]);
});

test('a store that was emptied is not believed at once, and the import says what it waits for, and how long', async () => {
  const waiting = 'Waiting for one of them (up to 51 s)';
  const emptied = await saidBefore(({ customers: all }) => all.splice(0));
  expect(emptied).toEqual([expect.not.stringContaining(waiting), expect.stringContaining(waiting)]);
  const kept = await saidBefore(() => undefined);
  expect(kept[1]).not.toContain(waiting);
});
