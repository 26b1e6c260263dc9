import { resolve } from 'node:path';
import { CliError } from '../../errors.ts';
import type { Import } from '../import-run.ts';

/** A file that the import writes, by the option that names it. */
interface Named {
  readonly name: string;
  readonly file: string;
}

/** SQLite's own files, and the lock's, belong to a journal. */
const ofJournal = ['', '-wal', '-shm', '.lock'];

/**
 * Makes sure that nothing that is written takes the place of the file that is imported, of the journal, or of something else that is written.
 * @throws CliError `usage`, before anything is made
 */
export async function refuseOverwriting({ path, files, context }: Import): Promise<void> {
  const { journal, ...outputs } = files;
  const named: Named[] = [
    ...ofJournal.flatMap((end) => (journal === undefined ? [] : [{ name: 'journal', file: journal + end }])),
    ...Object.entries(outputs).flatMap(([name, file]) =>
      file === undefined || file.startsWith('/dev/') ? [] : [{ name, file }],
    ),
  ];
  const isSame = async (left: string, right: string): Promise<boolean> =>
    resolve(context.cwd, left) === resolve(context.cwd, right) || (await context.files.same(left, right));
  for (const [at, { name, file }] of named.entries()) {
    if (path !== '-' && (await isSame(path, file)))
      throw refused(`--${name} names the file that is imported: it would be lost.`, name);
    for (const other of named.slice(0, at)) {
      if (other.name === name || !(await isSame(other.file, file))) continue;
      throw refused(`--${other.name} and --${name} name the same file: one would be lost.`, name);
    }
  }
}

const refused = (message: string, name: string): CliError =>
  new CliError('usage', message, { field: `--${name}`, hint: `Give --${name} a file of its own. Nothing was sent.` });
