import type { FileWriter } from '../context.ts';
import type { Catalogue } from '../input/csv/catalogue.ts';
import { writeRecord } from '../output/formats.ts';
import type { Import } from './import.ts';
import { type Rejection, writeRejected } from './rejected.ts';
import { reportFields } from './report.ts';
import { howManyRows } from './words.ts';

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
  await run.notice(`${rejections.size === 0 ? 'No row' : howManyRows(rejections.size)} written to ${run.rejected}.`);
}

/** Prints the report: counts in a table, everything in the other formats. */
export async function print(run: Import, report: Readonly<Record<string, unknown>>): Promise<void> {
  const { problems: _, stopped: __, ...counts } = report;
  await writeRecord(run.settings.output, { fields: reportFields }, run.settings.output === 'table' ? counts : report, run.target);
}
