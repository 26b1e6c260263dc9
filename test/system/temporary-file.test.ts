import { mkdtempSync, readdirSync, readlinkSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { makeDirectory, removeDirectory } from '../support/directory.ts';

let directory = '';
beforeEach(() => {
  directory = makeDirectory();
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeDirectory(directory);
});

it.skipIf(process.platform === 'win32')('a copy of a long file has no name while it is filled', async () => {
  const original = join(directory, 'catalogue.csv');
  writeFileSync(original, 'sku,name\n', { mode: 0o644 });
  truncateSync(original, 256 * 1024 * 1024);
  const temporary = mkdtempSync(join(directory, 'tmp-'));
  vi.stubEnv('TMPDIR', temporary);
  const copying = createFiles(directory, new Secrets()).temporaryCopy('catalogue.csv');
  let isReady = false;
  void copying.then(() => (isReady = true));
  let largest = 0;
  while (!isReady) {
    for (const name of readdirSync(temporary)) {
      largest = Math.max(largest, statSync(join(temporary, name), { throwIfNoEntry: false })?.size ?? 0);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const copy = await copying;
  expect(largest).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
  const first = await copy?.bytes()[Symbol.asyncIterator]().next();
  expect(new TextDecoder().decode(first?.value.subarray(0, 9))).toBe('sku,name\n');
  if (process.platform === 'linux') expect(modesOf(temporary)).toEqual(['600']);
  await copy?.remove();
});

/** The modes of the open files of this process that are, or were, in the directory. */
function modesOf(place: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = `/proc/self/fd/${fd}`;
      return readlinkSync(path).startsWith(place) ? [(statSync(path).mode & 0o777).toString(8)] : [];
    } catch {
      // The file that lists the directory is closed again.
      return [];
    }
  });
}
