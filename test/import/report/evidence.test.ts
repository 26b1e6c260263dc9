import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { json, type Passage, serveSandboxBehind, serveStore, type TestStore } from '../../support/store.ts';

const fileOf = (names: readonly string[]): string =>
  `email,voornaam,achternaam\n${names.map((name) => `${name}@shop.test,${name},Claes\n`).join('')}`;

/** Imports files of a machine, whose results say of each row what became of it and how that is known. */
function machineOf(store: TestStore, files: Record<string, string>) {
  const directory = ownDirectory(files);
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  return {
    read,
    async importing(line: string) {
      const ran = await store.run(`${line} --journal j.db --settle 1s --yes --json --results r.csv`, { directory });
      const known = read('r.csv')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((row) => `${row.split(',')[2]}, ${row.split(',').at(-2)}`);
      return { ...ran, report: JSON.parse(ran.out), known };
    },
  };
}

/** A sandbox whose gateway treats what is created so, one after another. */
function sandboxWith(passages: readonly Passage[]): Promise<TestStore> {
  const left = [...passages];
  return serveSandboxBehind(({ method }) => (method === 'POST' && left.shift()) || 'forward');
}

test('a product that was created is known by the answer, or by the read that found it', async () => {
  const store = await sandboxWith(['forward', 'forward and hang up']);
  const { importing } = machineOf(store, { 'in.csv': 'sku,name,price\nA,x,1\nB,y,1\n,z,1\n' });
  const { known, report } = await importing('products import in.csv --concurrency 1 --skip-invalid');
  expect(known).toEqual(['created, answered', 'created, read', 'invalid, none']);
  expect(report.evidence).toEqual([
    { outcome: 'created', evidence: 'answered', rows: 1 },
    { outcome: 'created', evidence: 'read', rows: 1 },
  ]);
});

test('a product that exists is known by the read, and in the next import of the feed by the journal', async () => {
  const { importing } = machineOf(await sandboxWith([]), { 'in.csv': 'sku,name,price\nA,x,1\nB,y,1\n' });
  await importing('products import in.csv');
  expect((await importing('products import in.csv --full')).known).toEqual(['existing, read', 'existing, read']);
  expect((await importing('products import in.csv')).known).toEqual(['existing, journal', 'existing, journal']);
});

test('whom the store only says it has is said, in the summary, the page and JUnit too', async () => {
  const store = await serveStore(({ method }, response) =>
    method === 'POST'
      ? json(response, 422, { error: { message: 'The email has already been taken.' } })
      : json(response, 404, { error: { message: 'There is no such customer.' } }),
  );
  const { importing, read } = machineOf(store, { 'in.csv': fileOf(['ann', 'bob']) });
  const { err, known, report } = await importing('customers import in.csv --report-html p.html --report-junit j.xml');
  const summary = '2 × existing, said.';
  expect(known).toEqual(['existing, said', 'existing, said']);
  expect(report.evidence).toEqual([{ outcome: 'existing', evidence: 'said', rows: 2 }]);
  expect([err, read('p.html'), read('j.xml')].map((text) => text.includes(summary))).toEqual([true, true, true]);
});

test('what the store refuses is said, and what nobody knows is known by nothing', async () => {
  const store = await serveStore(({ method, body }, response) => {
    if (method !== 'POST') return json(response, 404, { error: { message: 'There is no such customer.' } });
    if (body.includes('ann')) return json(response, 422, { error: { message: 'The phone number is wrong.' } });
    response.destroy();
  });
  const { importing, read } = machineOf(store, { 'in.csv': fileOf(['ann', 'bob']) });
  const { known, report } = await importing('customers import in.csv --concurrency 1 --report-junit j.xml');
  expect(known).toEqual(['rejected, said', 'uncertain, none']);
  expect(report.problems).toMatchObject([{ evidence: 'said' }, { evidence: 'none' }]);
  expect(read('j.xml').match(/evidence: \w+/g)).toEqual(['evidence: said', 'evidence: none']);
});
