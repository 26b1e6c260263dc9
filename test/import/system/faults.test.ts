import { spawnSync } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/directory.ts';
import { sentKeys } from './trace.ts';
import { keys, type Place, withImport } from './traced-import.ts';

// The built program under a real kernel that says no: strace makes single system calls fail, a limit makes files too large.
// In CI a few points of an import; all of them, one after another, with SYSTEM_FAULTS=all.
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const all = process.env.SYSTEM_FAULTS === 'all';

const strace = ['strace', '-f', '--seccomp-bpf', '-qq', '-y'];

describe.skipIf(!hasStrace)('what an import does to its journal (strace)', () => {
  test('no row leaves before its intent is on disk', async () => {
    await withImport(async ({ directory, journal, imported }) => {
      const [trace, calls] = [join(directory, 'trace'), 'fsync,fdatasync,write,writev,pwrite64,pwritev,sendto,sendmsg'];
      const code = await imported(...strace, '-s', '8192', '-o', trace, '-e', `trace=${calls}`);
      const sent = sentKeys(await readFile(trace, 'utf8'), keys, `${journal}-wal`);
      expect({ code, sent }).toEqual({ code: 0, sent: keys.map((key) => ({ key, announced: true })) });
    });
  });
});

/** A journal in which one call fails, or every one from then on. */
const failing = ({ journal }: Place, fault: string): readonly string[] => {
  const [name] = fault.split(':');
  const files = ['', '-wal', '-journal'].flatMap((end) => ['-P', journal + end]);
  return [...strace, '-o', '/dev/null', '-e', `trace=${name}`, '-e', `inject=${fault}`, ...files];
};

const limited = (blocks: number): readonly string[] => ['bash', '-c', `ulimit -f ${blocks}; exec "$@"`, 'bash'];

/** How a run with a fault ends, and the same command after it. */
async function outcome(place: Place, before: readonly string[]): Promise<object> {
  const code = await place.imported(...before);
  const [inStore, inJournal] = [await place.inStore(), new Set(await place.inJournal())];
  return {
    // The few points are well within an import; after the last row a fault is none any more.
    code: all && code === 0 && inStore.length === keys.length ? 8 : code,
    withoutIntent: inStore.filter((key) => !inJournal.has(key)),
    untrue: await place.untrue(),
    again: await place.imported(),
    store: await place.inStore(),
  };
}

const safe = { code: expect.toBeOneOf([8, 2]), withoutIntent: [], untrue: [], again: 0, store: keys };

/** Twelve rows sync the journal about thirty times, and write seventy pages and headers. */
const points = (few: readonly number[], last: number): readonly number[] =>
  all ? Array.from({ length: last }, (_, at) => at + 1) : few;

const continues = 'stops the import, and the next run brings in every row once';

describe.skipIf(!hasStrace).concurrent(`a journal that cannot be written ${continues} (strace)`, () => {
  test.each([
    ...points([3, 7, 9], 40).map((at) => `fsync:error=EIO:when=${at}`),
    ...points([8], 40).map((at) => `fsync:error=EIO:when=${at}+`),
    ...points([1, 2], 10).map((at) => `fdatasync:error=EIO:when=${at}`),
    ...points([25, 31], 90).map((at) => `pwrite64:error=ENOSPC:when=${at}`),
    ...points([22], 90).map((at) => `pwrite64:error=ENOSPC:when=${at}+`),
  ])('where the disk answers %s', async (fault) => {
    await withImport(async (place) => expect(await outcome(place, failing(place, fault))).toEqual(safe));
  });
});

describe.skipIf(!hasStrace).concurrent('a log of the journal that the disk cannot read (strace)', () => {
  test.each(points([1, 2, 4], 9))('stops the import at page %i, and a new journal doubles nothing', async (at) => {
    await withImport(async (place) => {
      const { journal, imported, inStore } = place;
      const fault = ['-e', 'trace=pread64', '-e', `inject=pread64:error=EIO:when=${at}`, '-P', `${journal}-wal`];
      const codes = [await imported(...strace, '-o', '/dev/null', ...fault), await imported()];
      await rename(journal, `${journal}.damaged`);
      // A page without content is lost without harm.
      const known = expect.toBeOneOf(all ? ['8,2', '0,0'] : ['8,2']);
      expect([String(codes), await imported(), await inStore()]).toEqual([known, 0, keys]);
    });
  });
});

describe.skipIf(process.platform === 'win32').concurrent('a limit of the system', () => {
  test.each(points([48], 120))(`of %i KiB for the journal ${continues}`, async (blocks) => {
    await withImport(async (place) => expect(await outcome(place, limited(blocks))).toEqual(safe));
  });

  test.each([23, 24, 26, 28, 40])('of %i open files stops an import before it sends anything', async (files) => {
    const opening = ['bash', '-c', `ulimit -n ${files}; exec "$@"`, 'bash'];
    await withImport(async (place) => {
      expect([await place.imported(...opening), await place.inStore()]).toEqual([8, []]);
    });
  });

  // Below, Node itself cannot load a file.
  test.each([19, 21, 22, 24, 28, 30])(
    'of %i open files is named by a command with the embedded store',
    async (files) => {
      await inDirectory(async (directory) => {
        const command = `ulimit -n ${files}; exec "$@"`;
        const argv = [resolve('bin/shop-cli.cjs'), 'products', 'list', '--store', 'sandbox'];
        const { status, stderr } = spawnSync('bash', ['-c', command, 'bash', process.execPath, ...argv], {
          encoding: 'utf8',
          env: { HOME: directory },
        });
        expect([status, stderr]).toEqual([2, expect.stringContaining('Raise the limit')]);
      });
    },
  );
});
