import type { FileWriter } from '../../context.ts';
import { type FileFormat, formatOfFile, listWriter } from '../../output/formats.ts';
import { targetOf } from '../../output/view.ts';
import { evidenceField } from '../../resources/evidence.ts';
import { type FileTable, idNameOf, type Values } from '../../resources/file-table.ts';
import { code, count, type Fields, type StoreRecord, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import { capitalized } from '../../text/words.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { CatalogueRow } from '../map/catalogue.ts';
import { type Key, shownCode } from '../map/rows/key.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { isInShard, type Shard } from '../rows/shard.ts';
import { reasonsText } from '../words/check-texts.ts';
import { evidenceOf, outcomeOfState, outcomeWord } from '../words/outcomes.ts';
import type { Report } from './report.ts';
import { knownRows } from './rows-of-run.ts';

/** The columns of `--results`. `resultsTable` reads them again, where what was created is taken back. */
const resultFields = (noun: ImportOptions['noun']): Fields => ({
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  ...(noun.owner && { [noun.owner.id]: text(capitalized(noun.owner.noun.names[0])).inTable(4) }),
  [idNameOf(noun)]: text(capitalized(noun.names[0])).inTable(5),
  message: text('Message').inTable(6),
  evidence: evidenceField.inTable(7),
  store: text('Store').inTable(8),
});

/** @throws CliError `usage` for the ending of a format that it is not written in */
export const resultsFormat = (path: string): FileFormat | undefined => formatOfFile(path, '--results');

/** What is known of the rows of a run that has ended. */
interface EndedRows extends Pick<Report, 'ownerOf'> {
  readonly checked: CheckedFile;
  readonly ledger: Ledger;
}

/**
 * Writes `--results`: what became of every row, where and how that is known, in file order, in the format of its ending.
 * @param rows absent where no row has an outcome, since the import failed before: then the file has headings alone
 */
export async function writeResults(
  options: ResultOptions,
  rows: EndedRows | undefined,
  file: FileWriter,
): Promise<void> {
  const { noun, files } = options;
  const format = resultsFormat(files.results ?? '') ?? 'csv';
  const fields = resultFields(noun);
  const view = { fields, only: Object.keys(fields) };
  const writer = listWriter(format, view, { ...targetOf(file), file });
  if (rows) for await (const batch of resultRecords(options, rows)) await writer.add(batch);
  await writer.end();
  await file.close();
}

type ResultOptions = Pick<ImportOptions, 'noun' | 'files' | 'shard'> & {
  readonly store: Pick<ImportOptions['store'], 'storeValue'>;
};

async function* resultRecords(
  { noun, shard, store: { storeValue } }: ResultOptions,
  { checked, ledger, ownerOf }: EndedRows,
): AsyncGenerator<readonly StoreRecord[]> {
  const idName = idNameOf(noun);
  const store = escapeText(storeValue());
  const rowOf = inFileOrder(knownRows(ledger));
  for await (const batch of checked.catalogue.rows()) {
    yield batch.map((found) => {
      const { record, line, keys = [], stated, excluded } = found;
      const row = rowOf(record);
      const reasons = reasonsText(checked.invalid.get(record) ?? []) || inNumber(excluded ?? '', 1);
      return {
        line,
        key: resultKey(row?.key ?? keys[0], noun, stated),
        outcome: row ? outcomeWord(outcomeOfState(row.state)) : outcomeWithout(found, checked, shard),
        ...(noun.owner && { [noun.owner.id]: (stated && ownerOf?.(stated)) ?? '' }),
        [idName]: escapeText(row?.recordId ?? ''),
        message: escapeText(row?.message ?? reasons),
        evidence: evidenceOf(row),
        store,
      };
    });
  }
}

/** The key of a row: as it is in the file, where the journal has only a hash of it. */
function resultKey(key: Key | undefined, { keyCode }: Pick<FileTable, 'keyCode'>, stated: Values = {}): string {
  if (key === undefined) return '';
  return shownCode(key.code) ?? (keyCode?.(key.field, stated) || String(stated[key.field] ?? ''));
}

/** Gives rows by record, which must be requested in file order. */
function inFileOrder(rows: Iterator<RowRecord>): (record: number) => RowRecord | undefined {
  let next = rows.next();
  return (record) => {
    while (!next.done && next.value.record < record) next = rows.next();
    return next.done || next.value.record !== record ? undefined : next.value;
  };
}

/**
 * The outcome of a row that the run does not have. A run that was set aside keeps none of the rows that were not sent.
 */
function outcomeWithout(
  { record, excluded, keys: [key] = [] }: CatalogueRow,
  { invalid }: CheckedFile,
  shard: Shard | undefined,
): string {
  if (excluded !== undefined) return outcomeWord('leftOut');
  if (invalid.has(record)) return outcomeWord('invalid');
  return outcomeWord(shard && key && !isInShard(shard, key) ? 'elsewhere' : 'notSent');
}
