import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/directory.ts';

it.skipIf(process.platform === 'win32')(
  'a temporary file has no name while it is filled, and is of this user alone',
  async () => {
    const directory = ownDirectory();
    vi.stubEnv('TMPDIR', directory);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = await createFiles(directory, new Secrets()).temporary();
    await file.write(Buffer.from('sku,name\n'));
    expect(readdirSync(directory)).toEqual([]);
    if (process.platform === 'linux') expect(modesOf(directory)).toEqual(['600']);
    await file.remove();
  },
);

it('any part of a temporary file comes back in small pieces', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
  const copy = await createFiles(ownDirectory(), new Secrets()).temporary();
  await copy.write(bytes);
  for (const [start, end] of [
    [0, undefined],
    [5, 299_990],
    [131_071, 131_073],
    [299_999, 400_000],
    [10, 10],
  ] as const) {
    const pieces: Uint8Array[] = [];
    for await (const piece of copy.bytes(start, end)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes.subarray(start, end))).toBe(true);
    expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8192);
  }
  await copy.remove();
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
