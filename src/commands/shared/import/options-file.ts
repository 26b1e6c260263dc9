import type { Context } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { mappableNames } from '../../../import/map/headings/headings.ts';
import { isPlan, type PlanOptions } from '../../../import/plan/plan.ts';
import { pairOf, readingOptionsFrom, readingOptionsText } from '../../../import/plan/reading-options.ts';
import { readJson } from '../../../input/json-file.ts';
import { attributeOf, type RawOptions } from '../../../input/options.ts';
import type { FileTable } from '../../../resources/file-table.ts';
import { lastingOptionNames, readFileOptions } from './file-options.ts';

/** Options with a value for each field. */
const tables: readonly string[] = ['map', 'set'];

/** The text of a file for `--options`: the fields in the order of the noun, so that a change is one line. */
export function optionsFileText(raw: RawOptions, noun: FileTable): string {
  const lasting = lastingOptionNames(noun);
  const options = Object.entries(raw as PlanOptions)
    .filter(([name]) => lasting.includes(name))
    .map(([name, value]) => [name, tables.includes(name) ? inOrder(pairsIn(raw, name), noun) : value]);
  return readingOptionsText({ noun: noun.names[1], options: Object.fromEntries(options) });
}

function inOrder(pairs: readonly string[], noun: FileTable): readonly string[] {
  return mappableNames(noun).flatMap((name) =>
    pairs.filter((pair) => fieldIn(pair) === name.toLowerCase()).map((pair) => `${name}=${pairOf(pair)[1]}`),
  );
}

/**
 * The typed options with those of such a file. A typed option wins; a field that is mapped or set wins over both in the file.
 * @throws CliError `usage` with all that is wrong in the file
 */
export async function withOptionsFile(
  path: string,
  typed: RawOptions,
  noun: FileTable,
  context: Pick<Context, 'files' | 'stdin'>,
): Promise<RawOptions> {
  const options: RawOptions = await readOptionsFile(path, noun, context);
  const decided = new Set(tables.flatMap((name) => pairsIn(typed, name)).map(fieldIn));
  const merged = tables.map((name) => {
    const kept = pairsIn(options, name).filter((pair) => !decided.has(fieldIn(pair)));
    return [name, [...kept, ...pairsIn(typed, name)]];
  });
  return defined({ ...options, ...typed, ...Object.fromEntries(merged) });
}

/** The typed options with one more; it replaces what they say of the same field. */
export function withOption(
  typed: RawOptions,
  [name, value]: readonly [name: string, value: string | true],
): RawOptions {
  if (value === true || !tables.includes(name)) return { ...typed, [name]: value };
  const others = tables.map((table) => [
    table,
    pairsIn(typed, table).filter((pair) => fieldIn(pair) !== fieldIn(value)),
  ]);
  const left: RawOptions = Object.fromEntries(others);
  return defined({ ...typed, ...left, [name]: [...pairsIn(left, name), value] });
}

/** The same options with a column for every field that is read, so that a heading that is renamed later is missed. */
export function withColumns(raw: RawOptions, map: Readonly<Record<string, string>>): RawOptions {
  const decided = new Set(tables.flatMap((name) => pairsIn(raw, name)).map(fieldIn));
  const read = Object.entries(map).filter(([field]) => !decided.has(field.toLowerCase()));
  return defined({ ...raw, map: [...pairsIn(raw, 'map'), ...read.map(([field, heading]) => `${field}=${heading}`)] });
}

const defined = (options: RawOptions): RawOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && !isEmpty(value)));

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const pairsIn = (options: RawOptions, name: string): readonly string[] => (options[name] ?? []) as readonly string[];

const fieldIn = (pair: string): string => pairOf(pair)[0].toLowerCase();

async function readOptionsFile(
  path: string,
  noun: FileTable,
  context: Pick<Context, 'files' | 'stdin'>,
): Promise<PlanOptions> {
  await refuseOtherFile(path, noun, context);
  const json = await readJson(path, '--options', context).catch((cause: unknown) => {
    throw cause instanceof CliError ? cause.reworded({ hint: cause.hint ?? howToWrite(noun) }) : cause;
  });
  const read = readingOptionsFrom(json);
  if ('faults' in read) throw unusable(path, read.faults, read.isOther ? howToWrite(noun) : knownNames(noun));
  const { noun: written, options } = read.found;
  if (written !== noun.names[1]) throw otherNoun(path, written, noun);
  const others = Object.keys(options).filter((name) => !lastingOptionNames(noun).includes(name));
  const faults = others.map((name) => `an import of ${written} has no option "${name}".`);
  if (faults.length > 0) throw unusable(path, faults, knownNames(noun));
  refuseValues(path, options, noun);
  return options;
}

/** @throws CliError `usage` for a value that no option takes, under the name that it has in the file */
function refuseValues(path: string, options: PlanOptions, noun: FileTable): void {
  try {
    readFileOptions(options, noun);
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
    const lines = cause.message.replace(/--[a-z]+(?:-[a-z]+)*/g, attributeOf).split('\n');
    throw unusable(path, lines, cause.hint?.replace(/ Example: .*$/s, ''));
  }
}

/** @throws CliError `usage` for another file of an import */
async function refuseOtherFile(path: string, noun: FileTable, { files }: Pick<Context, 'files'>): Promise<void> {
  const text = (await files.readText(path, { isExact: false })) ?? '';
  if (isPlan(text)) throw otherFile(path, 'an import plan', `To apply it: shop-cli imports apply ${path}`);
  const begin = text.slice(0, 500).replace(/[\s"[{]+/g, '');
  const isResults = /^line[,:].*outcome/.test(begin);
  const isReport = /^run:(?:\d|null).*(?:rows|store):/.test(begin);
  if (isResults) throw otherFile(path, 'the results of an import', howToWrite(noun));
  if (isReport) throw otherFile(path, 'the report of an import', howToWrite(noun));
}

const otherFile = (path: string, what: string, hint: string): CliError =>
  new CliError('usage', `${path} is ${what}, not a file of options.`, { field: '--options', hint });

const unusable = (path: string, faults: readonly string[], hint: string | undefined): CliError =>
  new CliError('usage', faults.map((fault) => `${path}: ${fault}`).join('\n'), { field: '--options', hint });

const howToWrite = ({ names: [, plural] }: FileTable): string =>
  `To write such a file: shop-cli ${plural} import <file> --save-options <options.json>`;

const knownNames = (noun: FileTable): string => `Options of such a file: ${lastingOptionNames(noun).join(', ')}.`;

const otherNoun = (path: string, written: string, { names: [, plural] }: FileTable): CliError =>
  new CliError('usage', `${path} is for ${written}, not for ${plural}.`, {
    field: '--options',
    hint: `Name a file of options for ${plural}.`,
  });
