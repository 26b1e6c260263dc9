import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { customers } from '../../../src/client/endpoints/imported-customers.ts';
import { keysOf, withHashedKeys } from '../../../src/import/map/rows/key.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { inDirectory } from '../../support/run.ts';
import {
  type CustomerAnswer,
  type CustomerReading,
  type CustomerScript,
  CustomerStore,
  customerAnswers,
  fileOf,
  type Person,
  personAt,
} from './customer-store.ts';
import { type Blow, Imports, type Part } from './importer.ts';

const settle = 10_000;

/** Another file that follows: the same, with more people at its end, with half of them and others, or with corrected names. */
const nextFiles = ['same', 'more', 'half', 'corrected'] as const;

export interface Story {
  readonly script: CustomerScript;
  readonly rows: number;
  readonly concurrency: number;
  readonly blows: readonly (Blow | undefined)[];
  readonly next: readonly (typeof nextFiles)[number][];
  /** Whether every other import is of another file with the same people. */
  readonly alternates?: boolean;
}

const answers = Object.keys(customerAnswers) as CustomerAnswer[];

/** What a store does with one creation after another, but for these answers. */
export const writesWithout = (left: RegExp): fc.Arbitrary<CustomerAnswer[]> => {
  const others = fc.constantFrom(...answers.filter((answer) => !left.test(answer)));
  return fc.array(fc.oneof(fc.constant<CustomerAnswer>('created'), others), { maxLength: 25 });
};
const writes = writesWithout(/^$/);
const reads = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<CustomerReading>('found') },
    { weight: 2, arbitrary: fc.constantFrom<CustomerReading>('reset', 500, 'page', 'empty', 'other', 'unknown') },
  ),
  { maxLength: 40 },
);
const blows = fc.array(
  fc.option(
    fc.record({
      requests: fc.integer({ min: 0, max: 20 }),
      after: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 15_000 })),
      isKill: fc.boolean(),
    }),
    { nil: undefined },
  ),
  { maxLength: 4 },
);
const strangers = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 60 }),
    row: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    isNamesake: fc.boolean(),
  }),
  { maxLength: 6 },
);

const longestLatency = 400;

export const stories = (more: { readonly [name in keyof CustomerScript]?: fc.Arbitrary<CustomerScript[name]> } = {}) =>
  fc.record({
    script: fc.record({
      ...{ writes, reads, strangers },
      latency: fc.integer({ min: 2, max: longestLatency }),
      late: fc.integer({ min: 0, max: settle - longestLatency - 1 }),
      lag: fc.constant(0),
      numbering: fc.constant('rising' as const),
      steps: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 5 }),
      numbersEarly: fc.boolean(),
      isUnique: fc.boolean(),
      ...more,
    }) as fc.Arbitrary<CustomerScript>,
    rows: fc.integer({ min: 1, max: 10 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    blows,
    next: fc.array(fc.constantFrom(...nextFiles), { maxLength: 2 }),
    alternates: fc.boolean(),
  }) satisfies fc.Arbitrary<Story>;

interface Told {
  readonly parts: readonly Part[];
  readonly store: CustomerStore;
  /** Those of the last file. */
  readonly people: readonly Person[];
  /** What the journal says is in the store. */
  readonly claims: readonly { readonly emailAddress: string; readonly product: string | null }[];
  /** Who was sent although an import before had ended with "never again". */
  readonly sentAgain: readonly string[];
  /** Who of the last file has an outcome that says that he may be missing. */
  readonly listed: ReadonlySet<string>;
  /** Whether an import was repeated again and again, and always asked for one more repetition. */
  readonly isEndless: boolean;
}

/** So often a command is repeated that does not end with 0 or 7: all faults of a store are over by then. */
const mostRepetitions = 6;

function peopleOf(rows: number, files: readonly Story['next'][number][]): readonly Person[] {
  let [people, version] = [Array.from({ length: rows }, (_, row) => row), 0];
  for (const [at, kind] of files.entries()) {
    if (kind === 'corrected') version++;
    if (kind === 'half') people = people.filter((row) => row % 2 === 0);
    if (kind === 'more' || kind === 'half') people = [...people, 100 + 10 * at, 101 + 10 * at];
  }
  return people.map((row) => personAt(row, version));
}

/** Imports, again and again, until nothing more is sent. */
export const tell = ({ script, rows, concurrency, blows: struck, next, alternates = false }: Story): Promise<Told> =>
  inDirectory(async (directory) => {
    const store = new CustomerStore(script);
    const imports = new Imports(store, { directory, keys: [], settle, concurrency, noun: customers });
    const parts: Part[] = [];
    const never = new Set<string>();
    const sentAgain: string[] = [];
    let people = peopleOf(rows, []);
    let isEndless = false;
    const importAll = async (): Promise<void> => {
      for (let unstruck = 0; unstruck < mostRepetitions; ) {
        const isOther = alternates && parts.length % 2 === 1;
        imports.turnTo(fileOf(isOther ? people.toReversed() : people), isOther ? '/other.csv' : '/in.csv');
        const [blow, sent] = [struck[parts.length], store.creations.length];
        const part = await imports.next(blow);
        parts.push(part);
        const creations = store.creations.slice(sent);
        sentAgain.push(...creations.map(({ emailAddress }) => emailAddress).filter((one) => never.has(one)));
        // A killed process has its journal still.
        if (part.code === 'killed') continue;
        for (const one of await inJournal(imports.journal, "state = 'blocked'", people)) never.add(one.emailAddress);
        if (blow === undefined) unstruck++;
        if (blow === undefined && [0, 7].includes(part.code as number)) return;
      }
      isEndless ||= parts.at(-1)?.code === 8;
    };
    await importAll();
    for (let at = 1; at <= next.length; at++) {
      people = peopleOf(rows, next.slice(0, at));
      await importAll();
    }
    // The other file too: what became of its rows another import may have found out.
    if (alternates) await importAll();
    store.commitUntil(Number.POSITIVE_INFINITY);
    const claims = await inJournal(imports.journal, "state IN ('created', 'existing')", people);
    const listed = await inJournal(imports.journal, `state NOT IN ('created', 'existing') AND ${latest}`, people);
    return {
      parts,
      store,
      people,
      claims,
      sentAgain,
      isEndless,
      listed: new Set(listed.map((one) => one.emailAddress)),
    };
  });

const latest = 'run = (SELECT max(run) FROM runs)';

/** The rows of the journal by whom they are about: it has hashes. */
async function inJournal(journal: string, condition: string, people: readonly Person[]): Promise<Told['claims']> {
  const noun = withHashedKeys(customers, Buffer.from(readFileSync(`${journal}.key`, 'utf8').trim(), 'hex'));
  const byCode = new Map(people.map((one) => [keysOf(noun, { ...one })[0]?.code, one.emailAddress]));
  const database = await openSqlite(journal);
  try {
    return database
      .all(`SELECT cells ->> 1 AS code, record_id AS product FROM row WHERE ${condition}`)
      .flatMap(({ code, product }) => {
        const emailAddress = byCode.get(String(code));
        return emailAddress === undefined ? [] : [{ emailAddress, product: product === null ? null : String(product) }];
      });
  } finally {
    database.close();
  }
}

const outcomes = ['created', 'existing', 'rejected', 'uncertain', 'duplicate', 'notSent'];

/** Everything that must not be; empty when all is right. */
export function wrongs({ parts, store, people, claims, sentAgain, isEndless, listed }: Told): readonly string[] {
  const last = parts.at(-1) as Part;
  const isThere = (one: string, id: string | null = null): boolean =>
    store.customers.some((other) => other.emailAddress === one && (id === null || other.customerId === id));
  const gone = people.map((one) => one.emailAddress).filter((one) => !isThere(one));
  return [
    ...(isEndless ? ['8 for ever'] : []),
    ...(parts.some(({ code }) => ![0, 4, 5, 6, 7, 8, 130, 'killed'].includes(code))
      ? [`codes ${parts.map(({ code }) => code)}`]
      : []),
    ...parts.flatMap(({ report }) =>
      report &&
      (outcomes.reduce((sum, name) => sum + Number(report[name]), 0) !== report.rows ||
        outcomes.some((name) => Number(report[name]) < 0))
        ? [`the counts do not add up: ${outcomes.map((name) => `${report[name]} ${name}`)} of ${report.rows}`]
        : [],
    ),
    ...claims.filter((one) => !isThere(one.emailAddress, one.product)).map((one) => `claimed: ${one.emailAddress}`),
    ...gone.filter((one) => last.code === 0 || !listed.has(one)).map((one) => `lost: ${one}`),
    ...sentAgain.map((one) => `sent after "never": ${one}`),
  ];
}

export const twice = ({ customers: all }: CustomerStore): readonly string[] => {
  const own = all.filter(({ isStranger }) => !isStranger).map(({ emailAddress }) => emailAddress);
  return own.filter((one, at) => own.indexOf(one) < at);
};

/** The property itself. */
export async function isRight(story: Story): Promise<void> {
  const told = await tell(story);
  expect({ wrongs: wrongs(told), twice: twice(told.store) }).toEqual({ wrongs: [], twice: [] });
}
