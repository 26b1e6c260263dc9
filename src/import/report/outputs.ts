import type { FileWriter } from '../../context.ts';
import { writeRecord } from '../../output/formats.ts';
import { escapeText } from '../../text/escape.ts';
import type { Secrets } from '../../text/redact.ts';
import type { Import } from '../import-run.ts';
import { encodeText } from '../read/bytes/decoding.ts';
import type { Catalogue } from '../read/catalogue.ts';
import { rejectionColumns } from '../read/columns/columns.ts';
import { countsOf, reportFields } from './report.ts';
import { howManyRows } from './words.ts';

/** The files that a run writes, made before anything is sent. */
export interface Outputs {
  readonly rejected: FileWriter | undefined;
  readonly results: FileWriter | undefined;
  readonly report: FileWriter | undefined;
}

/** Writes the rejected file, if one is wanted. */
export async function reject(
  run: Import,
  catalogue: Catalogue,
  rejections: ReadonlyMap<number, Rejection>,
  file: FileWriter | undefined,
): Promise<void> {
  if (!file) return;
  await writeRejected(catalogue, rejections, file, run.context.secrets);
  await file.close();
  await run.notice(
    `${rejections.size === 0 ? 'No row' : howManyRows(rejections.size)} written to ${run.files.rejected}.`,
  );
}

/** Prints the report: counts in a table, everything in the other formats. */
export async function print(run: Import, report: Readonly<Record<string, unknown>>): Promise<void> {
  await writeRecord(
    run.settings.output,
    { fields: reportFields, all: true },
    run.settings.output === 'table' ? countsOf(report) : report,
    run.target,
  );
}

/** Writes the report file, if one is wanted. */
export async function writeReport(
  report: Readonly<Record<string, unknown>>,
  file: FileWriter | undefined,
): Promise<void> {
  if (!file) return;
  await writeRecord('json', { fields: reportFields }, report, {
    write: (text) => file.write(text),
    width: undefined,
    color: false,
  });
  await file.close();
}

/** Why a row did not get in. */
export interface Rejection {
  readonly field: string;
  readonly message: string;
}

/**
 * Writes the header and these rows byte for byte as they are in the file, each with `rejectionColumns` more. Mended, the result can be imported as it is. What the store said is redacted like every message.
 */
async function writeRejected(
  catalogue: Catalogue,
  rejections: ReadonlyMap<number, Rejection>,
  file: FileWriter,
  secrets: Secrets,
): Promise<void> {
  const { encoding, delimiter } = catalogue.description;
  const bytes = (text: string): Uint8Array => encodeText(secrets.removeFromMessage(text), encoding);
  if (encoding.startsWith('utf-16')) await file.write(bytes('\ufeff'));
  for await (const { record, line, bytes: row } of catalogue.locate(new Set([0, ...rejections.keys()]))) {
    const { field, message } = rejections.get(record) ?? { field: '', message: '' };
    const cells = record === 0 ? rejectionColumns : [String(line), field, escapeText(message)];
    await file.write(row);
    await file.write(bytes(`${cells.map((cell) => delimiter + quoted(cell)).join('')}\n`));
  }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
