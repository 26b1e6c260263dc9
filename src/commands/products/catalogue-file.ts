import { extname } from 'node:path';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { type CellTexts, csvWriter } from '../../output/csv.ts';
import type { DraftFields } from '../../resources/draft-fields.ts';
import { guardFormula, unguardFormula } from '../../text/escape.ts';

/** Whether the result is an Excel workbook: by the name of the output file. */
const writesWorkbook = ({ options }: Session): boolean => /\.xlsx$/i.test(options.outputFile ?? '');

/** @throws CliError `usage` for any other format than CSV, and for a file whose name says another */
export function refuseOtherFormats({ options }: Session, raw: RawOptions, command: string, hint: string): void {
  const { outputFile = '' } = options;
  if (!['', '.csv', '.xlsx'].includes(extname(outputFile).toLowerCase()))
    throw new CliError('usage', `Cannot tell the format from ${outputFile}: use .csv or .xlsx.`, {
      field: '--output-file',
      hint,
    });
  if (raw.json !== true && (raw.output === undefined || raw.output === 'csv')) return;
  throw new CliError('usage', `${command} can only write CSV.`, { field: '--output', hint });
}

/** The columns of a file that an import reads, by their names. */
interface FileColumns {
  /** Of the sheet of a workbook: `Products`. */
  readonly title: string;
  readonly fields: DraftFields;
  readonly names: readonly string[];
}

/**
 * Writes a file that an import reads: CSV or a workbook, such as a catalogue with a column for each field of a product.
 * @param raw CSV without the guard against spreadsheet formulas
 */
export async function writeRows(
  session: Session,
  columns: FileColumns,
  batches: AsyncIterable<readonly CellTexts[]>,
  raw = false,
): Promise<void> {
  if (writesWorkbook(session)) await writeWorkbook(session, columns, batches);
  else await writeCsv(session, columns, batches, raw);
}

async function writeCsv(
  { target, context }: Session,
  { names }: FileColumns,
  batches: AsyncIterable<readonly CellTexts[]>,
  raw: boolean,
): Promise<void> {
  const writer = csvWriter(names, { write: target.write, raw, escape: target.width !== undefined });
  for await (const rows of batches) {
    await writer.rows(rows);
    if (context.stdout.closed) return;
  }
  await writer.rows([]);
}

/** Loads its library only here. Cells of text run no formula; a cell that begins like our guard gets another. */
async function writeWorkbook(
  { target, context }: Session,
  { title, fields, names }: FileColumns,
  batches: AsyncIterable<readonly CellTexts[]>,
): Promise<void> {
  const { workbookOf } = await import('../../output/workbook.ts');
  const columns = names.map((heading) => {
    const name = fields[heading]?.kind.name ?? 'text';
    const width = name === 'text' ? 40 : name === 'code' ? 20 : 14;
    return { heading, isNumber: name !== 'code' && name !== 'text', isMoney: name === 'money', width };
  });
  const texts = async function* (): AsyncGenerator<readonly CellTexts[]> {
    for await (const rows of batches) yield rows.map((cells) => cells.map(safeText));
  };
  const safeText = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    const redacted = context.secrets.removeFrom(text);
    return unguardFormula(redacted) === redacted ? redacted : guardFormula(redacted);
  };
  for await (const bytes of workbookOf({ name: title, columns, batches: texts() })) await target.file?.write(bytes);
}
