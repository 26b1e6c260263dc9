import { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { either } from '../text/words.ts';
import { type FormatWriter, type ListWriter, type LongDocument, listWriterOf, type Target, type View } from './view.ts';

/** An output format, and what of it others have to know. A format that says nothing is a document, as YAML is. */
interface OutputFormat {
  /** What writes it. Loaded on use: help and settings need the names alone. */
  readonly writer: () => Promise<FormatWriter>;
  /** It has cells alone, no objects inside a record. */
  readonly isFlat?: true;
  /** Each record is a line of its own, and complete without the others. */
  readonly isByLine?: true;
  /** Programs read the result, and therefore errors, as JSON. */
  readonly isJson?: true;
  /** A character may be written as a JSON escape; in the other formats that would be another value. */
  readonly takesEscapes?: true;
}

/** Every output format by the name that `--output` takes. */
const named = {
  table: { writer: async () => (await import('./table/table.ts')).tableFormat, isFlat: true, takesEscapes: true },
  json: { writer: async () => (await import('./json.ts')).jsonFormat, isJson: true, takesEscapes: true },
  ndjson: {
    writer: async () => (await import('./json.ts')).ndjsonFormat,
    isByLine: true,
    isJson: true,
    takesEscapes: true,
  },
  csv: { writer: async () => (await import('./csv.ts')).csvFormat, isFlat: true, isByLine: true },
  yaml: { writer: async () => (await import('./yaml.ts')).yamlFormat, takesEscapes: true },
} as const satisfies Readonly<Record<string, OutputFormat>>;

type OutputName = keyof typeof named;

/** The formats that a person can choose. */
export const outputFormats = Object.keys(named) as readonly OutputName[];

export const defaultFormat: OutputName = 'table';

/** `ids` is `--quiet`: it cannot be chosen by name. */
const formats: Readonly<Record<Format, OutputFormat>> = {
  ...named,
  ids: { writer: async () => (await import('./ids.ts')).idsFormat, isFlat: true, isByLine: true },
  xlsx: { writer: async () => (await import('./workbook-list.ts')).workbookFormat, isFlat: true, isByLine: true },
};

/** What `--output-file` can hold; a workbook is a file alone. */
export type FileFormat = OutputName | 'xlsx';

export type Format = FileFormat | 'ids';

/** By the ending of the file. */
const fileFormats: Readonly<Record<string, FileFormat>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.xlsx': 'xlsx',
  '.txt': 'table',
};

/**
 * The format that the ending of a file names; undefined for none, and for what is no file.
 * @param flag the option that names the file
 * @param endings those that can be written, where they are others
 * @throws CliError `usage` for an ending that no format has: the file would not be what its name says
 */
export function formatOfFile(path: string, flag: `--${string}`): FileFormat | undefined;
export function formatOfFile<F>(path: string, flag: `--${string}`, endings: Readonly<Record<string, F>>): F | undefined;
export function formatOfFile(
  path: string,
  flag: `--${string}`,
  endings: Readonly<Record<string, unknown>> = fileFormats,
): unknown {
  const [ending] = /(?<=[^/\\])\.[^./\\]+$/.exec(path) ?? [];
  if (ending === undefined || /^\/(dev|proc)\//.test(path)) return undefined;
  const format = endings[ending.toLowerCase()];
  if (format !== undefined) return format;
  throw new CliError('usage', `Cannot write a ${ending} file: ${path}.`, {
    field: flag,
    hint: `The extension decides the format: ${either(Object.keys(endings))}.`,
  });
}

/** What is known of a format. @param name as typed, or as another source has it: an unknown format says nothing */
export const traitsOf = (name: unknown): Omit<OutputFormat, 'writer'> =>
  Object.hasOwn(formats, String(name)) ? formats[name as Format] : {};

/** Whether a format has rows and cells alone, so that any other value has to become one. */
export function isSheet(name: unknown): boolean {
  const { isFlat, isByLine } = traitsOf(name);
  return isFlat === true && isByLine === true;
}

/** Starts a list in this format. An empty list is `[]` in JSON and YAML, a header in CSV, and nothing in the others. */
export const listWriter = (format: Format, view: View, target: Target): ListWriter =>
  listWriterOf(async () => (await formats[format].writer()).list(view, target));

/** Writes a record that ends with a list too long for memory. Formats without such documents have the list alone. */
export const documentWriter = (format: Format, document: LongDocument, view: View, target: Target): ListWriter =>
  listWriterOf(async () => {
    const writer = await formats[format].writer();
    return writer.document?.(document, view, target) ?? writer.list(view, target);
  });

/** Writes one record in this format. */
export async function writeRecord(format: Format, view: View, record: StoreRecord, target: Target): Promise<void> {
  await (await formats[format].writer()).record(view, record, target);
}
