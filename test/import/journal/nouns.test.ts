import { cpSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tree } from '../../../src/commands/index.ts';
import { identityOfSource } from '../../../src/import/journal/begin-run.ts';
import {
  attemptsBefore,
  blockedKeys,
  hasRecords,
  keysSentAgainSince,
  openRows,
  sentSince,
  wasSentSince,
} from '../../../src/import/journal/earlier-rows.ts';
import { createdSince, previousRun, recallRows, someRecalled } from '../../../src/import/journal/feeds.ts';
import type { Journal } from '../../../src/import/journal/journal.ts';
import { KnownRecords } from '../../../src/import/journal/known-records.ts';
import { fileRowsOf, type RowRecord, rowPages } from '../../../src/import/journal/rows.ts';
import {
  addRun,
  allRuns,
  beginPart,
  endRun,
  markChecked,
  runsOfFile,
  runsReplacedBy,
} from '../../../src/import/journal/runs.ts';
import { nounsOfPeople } from '../../../src/resources/file-table.ts';
import { hashOf } from '../../../src/text/hash-set.ts';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';
import { addCustomersImport, fileOf } from '../customers.ts';
import { noteFileRows, openedJournal } from './opened.ts';

let removeImport = (): void => undefined;
beforeAll(() => {
  removeImport = addCustomersImport();
});
afterAll(() => removeImport());

/** The first names of three customers, and the SKUs of three products. */
const names = ['n1', 'n2', 'n3'];
const skus = ['S-1', 'S-2', 'S-3'];
const files = {
  customers: fileOf(names),
  products: `sku,name,price\n${skus.map((sku) => `${sku},Product ${sku},1\n`).join('')}`,
};

/** What is on disk when the first row arrives: what a killed process leaves. */
function leaveBehind(directory: string): void {
  for (const end of ['', '-wal']) {
    const from = join(directory, `own.db${end}`);
    if (existsSync(from)) cpSync(from, join(directory, `j.db${end}`));
  }
}

/**
 * A store, and a journal as an import of these rows leaves it that is killed when its first row arrives. Other imports
 * read a file of the same path.
 */
async function killed(noun: keyof typeof files) {
  const directory = ownDirectory();
  const at = (name: string) => join(directory, name);
  let isKilled = false;
  const posted: string[] = [];
  const store = await serveSandboxBehind(({ method, body }) => {
    if (method !== 'POST') return 'forward';
    const { firstName, sku } = JSON.parse(body);
    if (posted.length > 0 && !isKilled) return 'answer 401';
    if (!isKilled) leaveBehind(directory);
    posted.push(firstName ?? sku);
    return 'forward';
  });
  const run = async (of: keyof typeof files, journal = 'j.db') => {
    await writeFile(at('in.csv'), files[of]);
    const line = `${of} import in.csv --json --concurrency 1 --settle 1ms --journal ${journal}`;
    const { code, err, out } = await store.run(line, { directory });
    return { code, err, report: JSON.parse(out) };
  };
  await run(noun, 'own.db');
  isKilled = true;
  return {
    run,
    posted,
    /** The state of its first run, and of the rows that this one announced. */
    async firstRun() {
      const journal = await openedJournal(at('j.db'), { lock: 'unlocked' });
      const reached = [...rowPages(journal, 1)].flat();
      const states = new Set(reached.map(({ state }) => state));
      const run = allRuns(journal).find((each) => each.run === 1);
      await journal.close();
      return [run?.state, ...states];
    },
  };
}

test('an import of products leaves customers open that an earlier one may have created: they are not sent again', async () => {
  const { run, firstRun, posted } = await killed('customers');
  const before = await firstRun();
  const products = await run('products');
  const after = await firstRun();
  const customers = await run('customers');
  expect([before, after]).toEqual([
    ['unfinished', 'open'],
    ['unfinished', 'open'],
  ]);
  expect([products.code, products.err.includes('Replacing'), products.report.created]).toEqual([0, false, 3]);
  const { created, uncertain } = customers.report;
  expect([customers.err.includes('Continuing import 1'), created + uncertain]).toEqual([true, 3]);
  expect(posted).toEqual(['n1', ...skus, ...names.slice(3 - created)]);
});

test('an import of customers leaves products open, and the next one of products finds out', async () => {
  const { run, firstRun, posted } = await killed('products');
  const before = await firstRun();
  const customers = await run('customers');
  const after = await firstRun();
  const products = await run('products');
  expect([before, after]).toEqual([
    ['unfinished', 'open'],
    ['unfinished', 'open'],
  ]);
  expect([customers.code, customers.err.includes('Replacing'), customers.report.created]).toEqual([0, false, 3]);
  expect([products.code, products.err.includes('Continuing import 1'), products.report.created]).toEqual([0, true, 3]);
  expect(posted).toEqual(['S-1', ...names, 'S-2', 'S-3']);
});

const source = (noun: string) => ({ store: 's', noun, path: '/in.csv', options: '{}' });
const ofNoun = (id: number, noun: string) => ({ id, source: source(noun) });

/** A journal with a run of products and then one of coupons, whose keys have the same names. */
async function journalOf(state: RowRecord['state'], end: 'finished' | 'unfinished'): Promise<Journal> {
  const journal = await openedJournal(join(ownDirectory(), 'j.db'), { at: 1000 });
  for (const [at, noun] of ['products', 'coupons'].entries()) {
    const counts = { rows: 2, invalid: 0, excluded: 0, elsewhere: 0, started: 1, feed: '/in.csv' };
    const run = addRun(journal, { ...identityOfSource(source(noun), 'f'), ...counts });
    beginPart(journal, run, { clockDiffers: false });
    markChecked(journal, run, 10 + at);
    const key = { field: 'sku', code: `${noun}-1` };
    const details = { attempts: 2, recordId: String(at), fingerprint: { facts: 1, stated: 1, rest: 0 } };
    noteFileRows(journal, [{ run, record: 1, line: 2, key, state, ...details }]);
    if (end === 'finished') endRun(journal, run, { state: end, stopped: null });
  }
  return journal;
}

const codes = (rows: readonly { readonly code: string }[]) => rows.map(({ code }) => code);

test.each([
  ['products', 'products-1', 'coupons-1', 1],
  ['coupons', 'coupons-1', 'products-1', 2],
])('what is known of %s is not known of another noun with the same keys', async (noun, own, others, run) => {
  const open = await journalOf('open', 'unfinished');
  const blocked = await journalOf('blocked', 'unfinished');
  const absent = await journalOf('absent', 'unfinished');
  const created = await journalOf('created', 'unfinished');
  const finished = await journalOf('created', 'finished');
  const rows = fileRowsOf(created, 9);
  for (const [at, code] of [own, others].entries())
    rows.add({ record: at + 1, line: at + 2, key: { field: 'sku', code } });
  rows.finish(9);
  const known = new KnownRecords(created, noun);
  const attempts = attemptsBefore(absent, ofNoun(9, noun), []);
  const sent = sentSince(created, 0, noun);
  expect({
    open: codes(openRows(open, noun).map(({ key }) => key)),
    blocked: codes(blockedKeys(blocked, noun)),
    attempts: [own, others].map((code) => attempts({ key: { field: 'sku', code } })),
    sent: [own, others].map((code) => sent.has(hashOf(`sku:${code}`))),
    sentByOthers: [wasSentSince(created, 0, ofNoun(run, noun)), wasSentSince(created, 0, ofNoun(9, noun))],
    sentAgain: codes(keysSentAgainSince(created, 0, ofNoun(9, noun))),
    known: [own, others].map((code) => known.has({ field: 'sku', code })),
    hasAny: [hasRecords(created, noun), hasRecords(created, 'orders')],
    previous: previousRun(finished, source(noun))?.run,
    createdSince: createdSince(finished, 1),
    replaced: runsReplacedBy(open, source(noun)).map((each) => each.run),
    ofFile: runsOfFile(open, { ...source(noun), file: 'f' }).map((each) => each.run),
  }).toEqual({
    open: [own],
    blocked: [own],
    attempts: [1, 0],
    sent: [true, false],
    sentByOthers: [false, true],
    sentAgain: [own],
    known: [true, false],
    hasAny: [true, false],
    previous: run,
    createdSince: 1,
    replaced: [run],
    ofFile: [run],
  });
});

test('a feed of products is remembered although a row of another noun with the same key is open', async () => {
  const journal = await journalOf('created', 'finished');
  const key = { field: 'sku', code: 'products-1' };
  noteFileRows(journal, [{ run: 2, record: 2, line: 3, key, state: 'open', attempts: 1 }]);
  const rows = fileRowsOf(journal, 9);
  rows.add({ record: 1, line: 2, key }, { fingerprint: { facts: 1, stated: 1, rest: 0 } });
  rows.finish(9);
  recallRows(journal, 1);
  expect(codes(someRecalled(journal, 1, 1).map(({ key }) => key))).toEqual(['products-1', 'products-1']);
});

test('a part of a run has the unfinished runs of its noun alone look their rows up again', async () => {
  const journal = await journalOf('created', 'unfinished');
  beginPart(
    journal,
    addRun(journal, {
      ...identityOfSource(source('coupons'), 'g'),
      rows: 1,
      invalid: 0,
      excluded: 0,
      elsewhere: 0,
      started: 2,
    }),
    { clockDiffers: false },
  );
  const products = ['products', 'coupons'].map((noun) => runsReplacedBy(journal, source(noun))[0]?.products);
  expect(products).toEqual([10, null]);
});

test('an import of products is the same as before the journal had nouns, and that of another noun is another', () => {
  const [products, coupons] = ['products', 'coupons'].map((noun) => identityOfSource(source(noun), 'f').identity);
  expect(products).toBe('4959a49e46ec244353e23332135b3887dd6f94ba152ae4f5bd87f72a97d5bcc9');
  expect(coupons).not.toBe(products);
});

test('what a journal takes for people is what is imported as people', async () => {
  const verbs = Object.values(tree).flatMap((group) => ('verbs' in group ? (group.verbs.import ?? []) : []));
  const nouns = await Promise.all(
    verbs.map(async (verb) => ('load' in verb ? (await verb.load()).imports : undefined)),
  );
  const ofPeople = nouns.filter((noun) => noun?.isOfPeople).map((noun) => noun?.names[1]);
  expect(ofPeople.sort()).toEqual([...nounsOfPeople].sort());
});
