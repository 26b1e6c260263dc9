import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { storeOf } from '../product-store.ts';

/** The first line of what is said of a file that an import refuses, before it asks the store anything. */
export async function refusalOfImport(stdin: Uint8Array, options = ''): Promise<string | undefined> {
  const { run, seen } = await serveStore(storeOf());
  const { code, err } = await run(`products import - ${options}`, { stdin });
  expect([code, seen.length]).toEqual([2, 0]);
  return err.split('\n')[0];
}

/** All that an import of this file into an empty store writes, without the port and the times of the store. */
export async function imported(name: string, content: string | Uint8Array, options = '') {
  const directory = ownDirectory({ [name]: content });
  const store = storeOf([], () => ({ status: 201 }));
  const { run } = await serveStore(store);
  const files = '--report r.json --rejected bad.csv --results out.csv';
  const line = `products import ${name} --skip-invalid ${files} ${options}`;
  const { code, out, err } = await run(line, { directory });
  const written = ['r.json', 'bad.csv', 'out.csv'].map((path) => readFileSync(join(directory, path), 'utf8'));
  const steady = (text: string): string =>
    text
      .replaceAll(name, 'FILE')
      .replace(/127\.0\.0\.1:\d+/g, 'STORE')
      .replace(/"lag": \d+/g, '"lag": 0')
      .replace(/"timeSpent": \{[^}]*\}/g, '"timeSpent": {}');
  return { code, out: steady(out), err: steady(err), written: written.map(steady) };
}
