import { resolve } from 'node:path';
import type { FileWriter } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { writeRecord } from '../../output/formats.ts';
import { escapeText, guardFormula } from '../../text/escape.ts';
import { encodeText } from '../file/decoding.ts';
import type { Catalogue } from '../map/catalogue.ts';
import { rejectionColumns } from '../map/columns.ts';
import type { ImportOptions } from '../options.ts';
import type { Reason } from '../rows/check.ts';
import { countsOf, reportFields } from './report.ts';
import { Reports } from './reports.ts';
import { reasonsText, rowCount } from './words.ts';

/** A file of the import, with the option that names it. */
interface NamedFile {
  readonly name: string;
  readonly file: string;
}

interface NamedFiles extends Pick<ImportOptions, 'path' | 'context' | 'plan'> {
  /** By the options that name them. */
  readonly files: Readonly<
    Partial<Record<keyof ImportOptions['files'] | 'worklist' | 'output-file', string | undefined>>
  >;
}

/** A journal is also SQLite's own files. */
const journalSuffixes = ['', '-wal', '-journal'];

/** Two outputs may go to one terminal, or into one pipe. /dev/shm has ordinary files. */
const isDevice = /^\/dev\/(?:[^/]+|(?:fd|pts)\/\d+)$/;

/**
 * Makes sure that no output overwrites the imported file, the plan, the journal or another output.
 * @throws CliError `usage`, before any file is made
 */
export async function refuseOverwriting(importFiles: NamedFiles): Promise<void> {
  const { context, files } = importFiles;
  const [inputs, named] = [inputsOf(importFiles), writtenFiles(files)];
  const isSame = async (left: string, right: string): Promise<boolean> =>
    resolve(context.cwd, left) === resolve(context.cwd, right) || (await context.files.same(left, right));
  for (const [at, { name, file }] of named.entries()) {
    for (const input of inputs)
      if (await isSame(input.file, file)) throw refused(`--${name} would overwrite ${input.name}.`, name);
    for (const other of named.slice(0, at)) {
      if (other.name === name || !(await isSame(other.file, file))) continue;
      throw refused(`--${other.name} and --${name} name the same file.`, name);
    }
  }
}

const inputsOf = ({ path, plan }: NamedFiles): readonly NamedFile[] => [
  ...(path === '-' ? [] : [{ name: 'the imported file', file: path }]),
  ...(plan ? [{ name: 'the plan', file: plan.path }] : []),
];

const writtenFiles = ({ journal, ...outputs }: NamedFiles['files']): readonly NamedFile[] => [
  ...journalSuffixes.flatMap((end) => (journal === undefined ? [] : [{ name: 'journal', file: journal + end }])),
  ...Object.entries(outputs).flatMap(([name, file]) =>
    file === undefined || isDevice.test(file) ? [] : [{ name, file }],
  ),
];

const refused = (message: string, name: string): CliError =>
  new CliError('usage', message, { field: `--${name}`, hint: `Choose another file for --${name}. Nothing was sent.` });

/** The files that a run writes. */
export interface Outputs {
  readonly rejected: FileWriter | undefined;
  readonly results: FileWriter | undefined;
  readonly plan?: FileWriter | undefined;
  readonly reports: Reports;
}

/** Opens them before anything is sent: a file that cannot be written must fail while nothing has happened. */
export async function openOutputs(options: ImportOptions): Promise<Outputs> {
  const { files, context } = options;
  const opened: FileWriter[] = [];
  const open = async (name: keyof ImportOptions['files']): Promise<FileWriter | undefined> => {
    const path = files[name];
    if (path === undefined) return undefined;
    const file = await context.files.create(path);
    opened.push(file);
    return file;
  };
  try {
    return {
      rejected: await open('rejected'),
      results: await open('results'),
      plan: await open('save-plan'),
      reports: await Reports.open(options, open),
    };
  } catch (error) {
    for (const file of opened) await file.discard();
    throw error;
  }
}

/** Prints the report: the counts as a table, everything in the other formats; with `--quiet` what `imports show` takes. */
export async function printReport(options: ImportOptions, report: Readonly<Record<string, unknown>>): Promise<void> {
  const { output } = options.settings;
  if (options.quiet && output === 'table') {
    if (typeof report.run === 'number') await options.target.write(`${report.run}\n`);
    return;
  }
  await writeRecord(
    output,
    { fields: reportFields, all: true },
    output === 'table' ? countsOf(report) : report,
    options.target,
  );
}

/**
 * Writes `--rejected`, if given: the header and these rows byte for byte as they are in the file, each with
 * `rejectionColumns` added. The result can be fixed and imported. The store's messages are redacted like any other.
 */
export async function writeRejected(
  { context, files, hint, store }: ImportOptions,
  catalogue: Catalogue,
  rejections: ReadonlyMap<number, readonly Reason[]>,
  file: FileWriter | undefined,
): Promise<void> {
  if (!file || files.rejected === undefined) return;
  const { encoding, delimiter } = catalogue.description;
  const bytes = (text: string): Uint8Array => encodeText(context.secrets.removeFromMessage(text), encoding);
  if (encoding.startsWith('utf-16')) await file.write(bytes('\ufeff'));
  for await (const { record, line, bytes: row } of catalogue.locate(new Set([0, ...rejections.keys()]))) {
    const cells = record === 0 ? rejectionColumns : errorCells(line, rejections.get(record) ?? []).map(guardFormula);
    await file.write(row);
    await file.write(bytes(`${cells.map((cell) => delimiter + quoted(cell, delimiter)).join('')}\n`));
  }
  await file.close();
  const count = rejections.size === 0 ? 'no rows' : rowCount(rejections.size);
  await hint(`Wrote ${count} to ${store.writtenFile(files.rejected)}.`);
}

/** A single field has a cell of its own, so that scripts can use it; several are also named in the message. */
function errorCells(line: number, reasons: readonly Reason[]): readonly string[] {
  const [only] = reasons;
  const message = only && reasons.length === 1 ? only.message : reasonsText(reasons);
  const fields = reasons.flatMap(({ field }) => field || []).join('; ');
  return [String(line), escapeText(fields), escapeText(message)];
}

/** As RFC 4180 has it: quotes where they are needed. */
const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A run that sends nothing has no outcomes. */
export async function noteNoResults({ files: { results }, hint }: ImportOptions): Promise<void> {
  if (results !== undefined) await hint(`Did not write ${escapeText(results)}: it is for the outcomes of an import.`);
}
