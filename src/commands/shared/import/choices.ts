import { basename, dirname, join } from 'node:path';
import type { Session } from '../../../cli/session.ts';
import type { Prompts } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { type FileAnswer, type FileChoice, problemOf } from '../../../import/file/faults.ts';
import type { RawOptions } from '../../../input/options.ts';
import type { FileTable } from '../../../resources/file-table.ts';
import { escapeText, shellWord } from '../../../text/escape.ts';
import { readFileOptions } from './file-options.ts';
import { optionsFileText, withOption } from './options-file.ts';

/** A file of rows, and the options that were typed. */
export interface AskedFile {
  readonly noun: FileTable;
  readonly path: string;
  readonly typed: RawOptions;
}

/**
 * The typed options with the answer to what a file leaves open. In a script the failure is thrown, with the line of the
 * options file that would answer it. @throws CliError `interrupted` after Ctrl-C
 */
export async function answered(
  { prompts, context, notice }: Pick<Session, 'prompts' | 'context' | 'notice'>,
  { error, choice }: { readonly error: unknown; readonly choice: FileChoice },
  { noun, path, typed }: AskedFile,
): Promise<RawOptions> {
  if (!(error instanceof CliError)) throw error;
  if (!prompts || path === '-') throw withLine(error, choice, typed.options);
  for (const line of problemOf(error).split('\n')) await notice(escapeText(line));
  const shown = noun.hidesValues ? choice : await withSheetCells(choice, path, noun, context);
  const answer = await ask(prompts, shown, (option) => faultOf(withOption(typed, option), noun));
  return withOption(typed, answer);
}

/** The failure, with what would answer it in the file of `--options`. */
function withLine(error: CliError, { answers: [answer] }: FileChoice, optionsFile: unknown): CliError {
  if (optionsFile === undefined || !answer) return error;
  return error.reworded({
    hint: [error.hint, `Or in ${String(optionsFile)}: ${lineOf(answer)}`].filter(Boolean).join('\n'),
  });
}

/** `"map": {"price": "Net price"}` */
function lineOf({ option: [name, value = '<value>'] }: FileAnswer): string {
  if (name !== 'map' || value === true) return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const at = value.indexOf('=');
  return `"map": {${JSON.stringify(value.slice(0, at))}: ${JSON.stringify(value.slice(at + 1))}}`;
}

/** A choice with the first cells of each sheet in it, which are read only for the question. */
async function withSheetCells(
  choice: FileChoice,
  path: string,
  { names }: FileTable,
  context: Session['context'],
): Promise<FileChoice> {
  const sheets = choice.answers.filter(({ option: [name] }) => name === 'sheet').slice(0, maxSheets);
  if (sheets.length === 0) return choice;
  const { firstCells } = await import('../../../import/file/first-cells.ts');
  const answers: FileAnswer[] = [];
  for (const answer of choice.answers) {
    const [, sheet] = answer.option;
    const cells = sheets.includes(answer) ? await firstCells(path, String(sheet), names, context) : answer.cells;
    answers.push({ ...answer, cells });
  }
  return { ...choice, answers };
}

/** Each is unpacked for its cells. */
const maxSheets = 8;

type TypedOption = readonly [name: string, value: string | true];

async function ask(
  prompts: Prompts,
  { question, answers }: FileChoice,
  fault: (option: TypedOption) => string | undefined,
): Promise<TypedOption> {
  const { askText, askWhich } = await import('../../../input/prompts/prompts.ts');
  const choices = answers.map((value) => ({ value, label: value.label, below: value.cells.join('   ') }));
  const { label, option } = await askWhich(prompts, question, choices);
  const [name, value] = option;
  if (value !== undefined) return [name, value];
  const typed = await askText(prompts, { message: `${label}:`, fault: (text) => fault([name, text]) });
  return [name, typed];
}

function faultOf(raw: RawOptions, noun: FileTable): string | undefined {
  try {
    readFileOptions(raw, noun);
    return undefined;
  } catch (cause) {
    if (cause instanceof CliError) return cause.message;
    throw cause;
  }
}

/** Writes the options that say how a file is read. @throws CliError `usage` for a file that cannot be written */
export async function writeOptions(session: Session, noun: FileTable, raw: RawOptions, path: string): Promise<void> {
  const { context, notice, options, writtenFile } = session;
  const file = await context.files.create(path, { isOfPeople: noun.isOfPeople === true });
  try {
    await file.write(optionsFileText(raw, noun));
    await file.close();
  } catch (error) {
    await file.discard();
    throw error;
  }
  if (!options.quiet) await notice(`Wrote the options to ${writtenFile(path)}.`);
}

/** What a person answered, and whether the file is to be corrected, and then read with the same answers. */
interface GivenAnswers {
  /** As they would be typed. */
  readonly answers: readonly string[];
  readonly isRefused: boolean;
}

/**
 * Asks whether to keep the answers of a person, in the file of `--options` or else in a new one beside the list. Those of a
 * file that is refused are repeated as options, if they are not kept.
 */
export async function saveAnswers(
  session: Session,
  { noun, path, typed: raw }: AskedFile,
  { answers, isRefused }: GivenAnswers,
): Promise<void> {
  const { prompts, options, notice, context } = session;
  const next = isRefused ? 'try' : 'file';
  const file = typeof raw.options === 'string' ? raw.options : await newFile(path, context);
  if (prompts && !options.yes) {
    const { askYesNo } = await import('../../../input/prompts/prompts.ts');
    if (await askYesNo(prompts, `Save these answers for the next ${next}? ${file}`)) {
      await writeOptions(session, noun, raw, file);
      if (raw.options === undefined) await notice(`For the next ${next}, add --options ${shellWord(file)}.`);
      return;
    }
  }
  if (isRefused) await notice(`To give the same answers again, add ${escapeText(answers.join(' '))}.`);
}

/** `brand.json` beside `brand.csv`, or the first such name that no file has. */
async function newFile(path: string, { files }: Session['context']): Promise<string> {
  const name = basename(path).replace(/(?:\.(?:csv|tsv|txt|xlsx|gz|zip))+$/i, '');
  const place = (end: string): string => join(dirname(path), `${name}${end}.json`);
  let file = place('');
  for (let count = 2; await files.exists(file); count++) file = place(`-${count}`);
  return file;
}
