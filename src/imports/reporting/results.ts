import type { FileWriter } from '../../context.ts';
import type { Catalogue } from '../../input/csv/catalogue.ts';
import { writeRecord } from '../../output/formats.ts';
import type { Import } from '../import.ts';
import { howManyRows } from '../words.ts';
import { type Rejection, writeRejected } from './rejected.ts';
import { countsOf, reportFields } from './report.ts';

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
  await run.notice(`${rejections.size === 0 ? 'No row' : howManyRows(rejections.size)} written to ${run.files.rejected}.`);
}

/** Prints the report: counts in a table, everything in the other formats. */
export async function print(run: Import, report: Readonly<Record<string, unknown>>): Promise<void> {
  await writeRecord(run.settings.output, { fields: reportFields }, run.settings.output === 'table' ? countsOf(report) : report, run.target);
}

/** Writes the report file, if one is wanted. */
export async function writeReport(report: Readonly<Record<string, unknown>>, file: FileWriter | undefined): Promise<void> {
  if (!file) return;
  await writeRecord('json', { fields: reportFields }, report, { write: (text) => file.write(text), width: undefined, color: false });
  await file.close();
}
