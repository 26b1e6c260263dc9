import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutputFile } from '../../src/system/output-file.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/directory.ts';

describe('a file that another program keeps open, as Excel does on Windows', () => {
  /** Writes a file whose place cannot be taken, nor those of these names. */
  async function displaced(directory: string, taken: readonly string[], code = 'EPERM') {
    const warnings: string[] = [];
    const file = await createOutputFile(
      { path: join(directory, 'r.csv'), shown: 'out/r.csv', mode: 0o600, userId: undefined },
      {
        secrets: new Secrets(),
        warn: (text) => warnings.push(text),
        move: async (from, to) => {
          if (taken.some((name) => String(to).endsWith(name))) throw Object.assign(new Error('kept open'), { code });
          await rename(from, to);
        },
      },
    );
    await file.write('new');
    return { file, warnings };
  }

  test.each(['EPERM', 'EBUSY', 'EACCES'])('stays, and the new one is beside it, which is said: %s', async (code) => {
    const directory = ownDirectory({ 'r.csv': 'old' });
    const { file, warnings } = await displaced(directory, ['/r.csv'], code);
    await file.close();
    expect([await readFile(join(directory, 'r.csv'), 'utf8'), (await readdir(directory)).sort()]).toEqual([
      'old',
      ['r.csv', 'r.new.csv'],
    ]);
    expect([await readFile(join(directory, 'r.new.csv'), 'utf8'), file.instead]).toEqual(['new', 'out/r.new.csv']);
    expect(warnings).toEqual([
      expect.stringMatching(/^Cannot write out\/r\.csv: .* The new file is out\/r\.new\.csv$/),
    ]);
  });

  test('keeps what earlier ones left beside it', async () => {
    const directory = ownDirectory({ 'r.csv': 'old', 'r.new.csv': 'earlier' });
    const { file } = await displaced(directory, ['/r.csv']);
    await file.close();
    expect([await readFile(join(directory, 'r.new.csv'), 'utf8'), file.instead]).toEqual([
      'earlier',
      'out/r.new-2.csv',
    ]);
  });

  test('fails as before where nothing can be put beside it, and leaves no part', async () => {
    const directory = ownDirectory({ 'r.csv': 'old' });
    const { file, warnings } = await displaced(directory, ['.csv']);
    await expect(file.close()).rejects.toMatchObject({ kind: 'fault' });
    expect([await readdir(directory), warnings]).toEqual([['r.csv'], []]);
  });
});
