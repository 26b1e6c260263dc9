import type { Command } from 'commander';
import { type RecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { readAll } from '../../input/json-file.ts';
import type { RawOptions } from '../../input/options.ts';
import { invalidTitle } from '../../resources/kind.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { formatCount } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';

/** Adds `--from`. */
export function addFromOption(command: Command): void {
  command.option('--from <file>', 'also the IDs in a file, one per line, or - for stdin');
}

/** What of the beginning of a file has its headings, in bytes. */
const headLength = 4096;

/**
 * Whether a file is a table with outcomes, as results of an import are, and no list of IDs. A workbook is no list either.
 * Its headings are the same in every encoding that spreadsheets write.
 */
function isOfResults(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, headLength)).toString('latin1').replaceAll('\0', '');
  if (head.startsWith('PK')) return true;
  const [first = '', second = ''] = head.split(/\r\n|\n|\r/);
  return [first, second].some((line) => line.split(/[,;\t]/).some((cell) => /^\W*outcome\W*$/i.test(cell)));
}

interface GivenList {
  readonly path: string;
  /** Standard input, which may be read again. */
  readonly stdin: Context['stdin'];
  readonly isOfResults: boolean;
}

/** What `--from` names; undefined without it. A file that is not there is said by whoever reads it. */
export async function listOf(
  { files, stdin }: Pick<Context, 'files' | 'stdin'>,
  { from: path }: RawOptions,
): Promise<GivenList | undefined> {
  if (typeof path !== 'string') return undefined;
  if (path === '-') {
    const bytes = await bytesOf(stdin.bytes());
    return { path, stdin: { ...stdin, bytes: () => oneChunk(bytes) }, isOfResults: isOfResults(bytes) };
  }
  return { path, stdin, isOfResults: isRegular(files, path) && isOfResults(await headOf(files.bytes(path))) };
}

/** What a pipe has cannot be read twice. */
function isRegular(files: Context['files'], path: string): boolean {
  try {
    return files.fileId(path) !== undefined;
  } catch {
    return false;
  }
}

async function headOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk;
  return new Uint8Array();
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface ListedId {
  readonly text: string;
  /** Of the file; undefined for an argument. */
  readonly line: number | undefined;
}

/**
 * The IDs of the arguments and of `--from`, each once. All of them are read and checked before anything is done with one.
 * @throws CliError `usage` that names every line that is no such ID
 */
export async function idsFrom(
  { files, stdin }: Pick<Context, 'files' | 'stdin'>,
  raw: RawOptions,
  typed: readonly string[],
  argument: RecordArgument,
): Promise<readonly string[]> {
  const listed: ListedId[] = typed.map((text) => ({ text, line: undefined }));
  if (typeof raw.from === 'string') {
    const text = raw.from === '-' ? await readAll(stdin.bytes()) : await files.readText(raw.from);
    if (text === undefined) throw new CliError('usage', `File not found: ${raw.from}.`, { field: '--from' });
    listed.push(...listIn(text, raw.from, argument));
  }
  const invalid = listed.filter(({ text }) => !isOne(argument, text));
  if (invalid.length > 0) throw invalidIds(invalid, String(raw.from), argument);
  return [...new Map(listed.map(({ text }) => [String(kindOf(argument).typed(text)), text])).values()];
}

/** @throws CliError `usage` for a list of other IDs, and for JSON */
function listIn(text: string, path: string, { title, headings }: RecordArgument): readonly ListedId[] {
  const [first, ...rest] = linesOf(text);
  if (first === undefined) return [];
  if (/^[[{]/.test(first.text) && basketKeyKind.typed(first.text) === undefined)
    throw notAList(path, `is JSON. Expected one ${title} per line, as --quiet prints them.`);
  const heading = first.text.replace(/["' _-]/g, '').toLowerCase();
  if (heading === anyHeading || headings.includes(heading)) return rest;
  if (hasColumns(first.text)) throw notAList(path, `has several columns. Expected one ${title} per line.`);
  if (isOfOthers(heading)) throw notAList(path, `has the heading "${first.text}": it is a list of other IDs.`);
  return [first, ...rest];
}

/** What stands above a column of IDs of whatever records. */
const anyHeading = 'id';

/** Whether it is the first line of a table with a column of IDs. */
const hasColumns = (line: string): boolean => {
  const headings = line.split(/[,;\t]/).map((text) => text.replace(/["' _-]/g, '').toLowerCase());
  return headings.length > 1 && headings.some((heading) => heading === anyHeading || isOfOthers(heading));
};

const isOfOthers = (heading: string): boolean =>
  Object.values(recordArguments).some(({ headings }) => headings.some((own) => own === heading));

const notAList = (path: string, what: string): CliError =>
  new CliError('usage', `${sourceOf(path)} ${what} Nothing was deleted.`, { field: '--from' });

const sourceOf = (path: string): string => (path === '-' ? 'Standard input' : path);

const linesOf = (text: string): readonly ListedId[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ text: line.trim(), line: at + 1 }))
    .filter(({ text }) => text !== '');

/** The ID of an order may be any text: but that of a basket is none. Keys are whole. */
const isOne = (argument: RecordArgument, text: string): boolean =>
  kindOf(argument).typed(text) !== undefined &&
  (isBasket(argument) || basketKeyKind.typed(text) === undefined) &&
  !/\s/.test(String(kindOf(argument).typed(text)));

const isBasket = ({ name }: RecordArgument): boolean => name === recordArguments.basket.name;

const kindOf = (argument: RecordArgument) => (isBasket(argument) ? basketKeyKind : argument.kind);

/** Lines that an error names. */
const maxNamed = 5;
const maxText = 60;

function invalidIds(invalid: readonly ListedId[], path: string, argument: RecordArgument): CliError {
  const { title, hint } = argument;
  const kind = kindOf(argument);
  const lines = invalid.slice(0, maxNamed).map(({ text, line }) => {
    const place = line === undefined ? '' : `${sourceOf(path)}, line ${line}: `;
    return `${place}${invalidTitle(title, ` "${cut(text, maxText)}"`, kind.expects)}`;
  });
  const more = invalid.length - lines.length;
  const rest = more > 0 ? [`… and ${formatCount(more)} more.`] : [];
  return new CliError('usage', [...lines, ...rest, 'Nothing was deleted.'].join('\n'), { field: '--from', hint });
}
