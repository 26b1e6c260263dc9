import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOutputFile } from '../../src/system/output-file.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/directory.ts';
import { serveSandbox } from '../support/store.ts';

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

describe('an import whose files Excel keeps open', () => {
  const file = 'email,firstName,lastName\njo@shop.test,Jo,Vries\nann@shop.test,,\n';
  const run = async (line: string, keptOpen: readonly string[]) => {
    const directory = ownDirectory({ 'in.csv': file, ...Object.fromEntries(keptOpen.map((name) => [name, 'old'])) });
    const { run } = await serveSandbox();
    return { directory, ...(await run(line, { directory, keptOpen })) };
  };

  test('ends as it would, and its next steps name the new files', async () => {
    const names = ['r.csv', 'bad.csv', 'report.json'];
    const options = '--skip-invalid --results r.csv --rejected bad.csv --report report.json';
    const { code, err, directory } = await run(`customers import in.csv --journal j.db ${options}`, names);
    expect(code, err).toBe(7);
    expect(err.match(/The new file is \S+/g)).toEqual(
      ['bad.new.csv', 'r.new.csv', 'report.new.json']
        .map((name) => `The new file is ${name}.`)
        .toSorted(byPlaceIn(err)),
    );
    expect(err).toContain('Wrote 1 row to bad.new.csv.');
    expect(err).toContain('To undo this import: shop-cli customers delete --from r.new.csv\n');
    expect(await readFile(join(directory, 'r.new.csv'), 'utf8')).toContain('jo@shop.test,created');
  });

  test('is planned, and the plan that is to be applied is the new one', async () => {
    const { err } = await run('customers import in.csv --skip-invalid --save-plan a.plan', ['a.plan']);
    expect(err).toContain('Apply it: shop-cli imports apply a.new.plan');
    expect(err).not.toContain('It replaces');
  });

  test('and a list of the store is written beside the old one', async () => {
    const { code, err } = await run('customers get 101 --output-file c.json', ['c.json']);
    expect([code, err]).toEqual([0, expect.stringContaining('Wrote 1 record to c.new.json.')]);
  });
});

const byPlaceIn = (text: string) => (left: string, right: string) => text.indexOf(left) - text.indexOf(right);
