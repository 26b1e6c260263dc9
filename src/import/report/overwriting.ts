import { resolve } from 'node:path';
import { CliError } from '../../errors.ts';
import type { ImportOptions } from '../options.ts';

/** A file that the import writes, and the option that names it. */
interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/** A journal is also SQLite's own files. */
const journalSuffixes = ['', '-wal', '-journal'];

/**
 * Makes sure that no output overwrites the imported file, the journal or another output.
 * @throws CliError `usage`, before any file is made
 */
export async function refuseOverwriting({ path, files, context }: ImportOptions): Promise<void> {
  const { journal, ...outputs } = files;
  const named: NamedFile[] = [
    ...journalSuffixes.flatMap((end) => (journal === undefined ? [] : [{ name: 'journal', file: journal + end }])),
    ...Object.entries(outputs).flatMap(([name, file]) =>
      file === undefined || file.startsWith('/dev/') ? [] : [{ name, file }],
    ),
  ];
  const isSame = async (left: string, right: string): Promise<boolean> =>
    resolve(context.cwd, left) === resolve(context.cwd, right) || (await context.files.same(left, right));
  for (const [at, { name, file }] of named.entries()) {
    if (path !== '-' && (await isSame(path, file))) throw refused(`--${name} would overwrite the imported file.`, name);
    for (const other of named.slice(0, at)) {
      if (other.name === name || !(await isSame(other.file, file))) continue;
      throw refused(`--${other.name} and --${name} name the same file.`, name);
    }
  }
}

const refused = (message: string, name: string): CliError =>
  new CliError('usage', message, { field: `--${name}`, hint: `Choose another file for --${name}. Nothing was sent.` });
