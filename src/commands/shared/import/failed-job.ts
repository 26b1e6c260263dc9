import type { Tree } from '../../../cli/command.ts';
import type { Context } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { refuseOverwriting } from '../../../import/file/overwriting.ts';
import { html } from '../../../import/report/markup.ts';
import { hasWrittenFiles, OutputFiles } from '../../../import/report/output-files.ts';
import { addToStep, hasSummary } from '../../../import/report/step.ts';
import { code, paragraph } from '../../../import/report/summary-parts.ts';
import { annotation } from '../../../import/words/annotations.ts';
import { annotates } from '../../../import/words/list-problems.ts';
import { type RawOptions, typedOptions } from '../../../input/options.ts';
import { importedNoun } from '../../imports/nouns.ts';
import { readOutputFiles } from './import-options.ts';

/** The command that failed, as far as its words were understood. */
interface FailedCommand {
  readonly raw: RawOptions;
  /** Its file. */
  readonly path: string | undefined;
  /** Of the group of the command: `products`, `imports`. */
  readonly noun: string;
}

/**
 * Annotates a failure that belongs to no row, such as a token that was refused or a file that is missing, and adds it to the
 * page of the run, unless a report is there. The files that were asked for say why, in place of an earlier import.
 */
export async function tellFailedJob(
  failure: CliError,
  context: Context,
  command: FailedCommand,
  tree: Tree,
): Promise<void> {
  const { kind, message, hint } = failure;
  const { stderr, env, secrets } = context;
  if (kind === 'interrupted') return;
  await writeFailedFiles(failure, context, command, tree);
  if (env.GITHUB_ACTIONS !== 'true' && !env.GITHUB_STEP_SUMMARY) return;
  const text = secrets.removeFromMessage([message, hint ?? []].flat().join('\n'));
  // No file: `-` is a place without one.
  if (annotates({ env })) await stderr.command(annotation('error', '-', text));
  if (hasSummary(context)) return;
  const lines = text.split('\n').map((line) => paragraph(code(line)));
  const notice = (warning: string) => stderr.write(`${warning}\n`);
  await addToStep({ context, notice }, () => html`<h2>Failed</h2>\n${lines}\n`.text);
}

/** Of a command that failed before its import began: once that has, it writes them. */
async function writeFailedFiles(
  failure: CliError,
  context: Context,
  { raw, path = 'import', noun }: FailedCommand,
  tree: Tree,
): Promise<void> {
  if (hasWrittenFiles(context)) return;
  try {
    const { results, rejected, ...reports } = readOutputFiles(raw);
    // A word that is misspelled takes nothing from who undoes an earlier import, or corrects its rows.
    const files = failure.kind === 'usage' ? reports : { ...reports, results, rejected };
    const paths = Object.values(files).filter((file) => file !== undefined);
    if (paths.length === 0 || isAboutFiles(failure)) return;
    // Which journal it is, only the store says.
    for (const file of paths) if (await isDatabase(file, context)) return;
    await refuseOverwriting({ path, context, optionsFile: textOf(raw.options), files: { ...files, ...inputsOf(raw) } });
    const outputs = await OutputFiles.open({
      // A plan that cannot be read does not say what its rows are.
      noun: await importedNoun(tree, noun === 'imports' ? 'products' : noun),
      path,
      files,
      shard: undefined,
      dryRun: raw.dryRun === true,
      context,
      invocation: { startedAt: context.clock.now(), options: typedOptions(raw), reading: [] },
      warnings: [],
      notice: (text) => context.stderr.write(`${text}\n`),
      hint: async () => undefined,
      settings: { storeNamed: false },
      store: { storeValue: () => '', writtenFile: (file) => file },
    });
    await outputs.writeFailure(failure, undefined);
  } catch (error) {
    // What cannot be written either is not why the command failed.
    if (!(error instanceof CliError)) throw error;
  }
}

/** Whether one of these files would overwrite another, or cannot be written. */
const isAboutFiles = ({ field }: CliError): boolean => /^--(?:report|results|rejected|journal|save)/.test(field ?? '');

async function isDatabase(file: string, { files }: Context): Promise<boolean> {
  if (files.fileId(file) === undefined) return false;
  for await (const bytes of files.bytes(file))
    return Buffer.from(bytes).toString('latin1').startsWith('SQLite format 3');
  return false;
}

/** The files of other options, which no report may overwrite. */
const inputsOf = ({ file, journal }: RawOptions): Readonly<Record<string, string | undefined>> => ({
  file: textOf(file),
  journal: textOf(journal),
});

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
