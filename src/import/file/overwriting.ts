import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';

/** A file that is read or written, with the option that names it. */
interface NamedFile {
  readonly name: string;
  readonly file: string;
}

interface NamedFiles {
  readonly context: Pick<Context, 'cwd' | 'files'>;
  /** The imported file, or `-`. */
  readonly path: string;
  /** How messages name it (the imported file). */
  readonly inputName?: string;
  /** The plan that is applied. */
  readonly plan?: { readonly path: string } | undefined;
  /** The file of `--options`, which `--save-options` may replace. */
  readonly optionsFile?: string | undefined;
  /** What is written, by the options that name it. */
  readonly files: Readonly<Record<string, string | undefined>>;
}

/** A journal is also SQLite's own files. */
const journalSuffixes = ['', '-wal', '-journal'];

/** Two outputs may go to one terminal, or into one pipe. /dev/shm has ordinary files. */
const isDevice = /^\/dev\/(?:[^/]+|(?:fd|pts)\/\d+)$/;

/**
 * Makes sure that no output overwrites the imported file, the plan, the options, the journal or another output.
 * @throws CliError `usage`, before any file is made
 */
export async function refuseOverwriting(named: NamedFiles): Promise<void> {
  const { context, files } = named;
  const outputs = writtenFiles(files);
  const isSame = async (left: string, right: string): Promise<boolean> =>
    resolve(context.cwd, left) === resolve(context.cwd, right) || (await context.files.same(left, right));
  for (const [at, { name, file }] of outputs.entries()) {
    const inputs = readFiles(named, name);
    for (const other of [...inputs, ...outputs.slice(0, at)]) {
      if (other.name === name || !(await isSame(other.file, file))) continue;
      const isInput = inputs.includes(other);
      throw new CliError(
        'usage',
        isInput ? `--${name} would overwrite ${other.name}.` : `--${other.name} and --${name} name the same file.`,
        { field: `--${name}`, hint: `Choose another file for --${name}. Nothing was sent.` },
      );
    }
  }
}

/** What an output must not overwrite. */
const readFiles = (
  { path, inputName = 'the imported file', plan, optionsFile }: NamedFiles,
  output: string,
): readonly NamedFile[] => [
  ...(path === '-' ? [] : [{ name: inputName, file: path }]),
  ...(plan ? [{ name: 'the plan', file: plan.path }] : []),
  ...(optionsFile === undefined || output === 'save-options'
    ? []
    : [{ name: 'the file of --options', file: optionsFile }]),
];

const writtenFiles = ({ journal, ...outputs }: NamedFiles['files']): readonly NamedFile[] => [
  ...journalSuffixes.flatMap((end) => (journal === undefined ? [] : [{ name: 'journal', file: journal + end }])),
  ...Object.entries(outputs).flatMap(([name, file]) =>
    file === undefined || isDevice.test(file) ? [] : [{ name, file }],
  ),
];
