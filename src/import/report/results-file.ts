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
import { type Key, shownCode } from '../map/key.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { isInShard, type Shard } from '../rows/shard.ts';
import { reasonsText } from '../words/check-texts.ts';
import { evidenceOf, outcomeOfState, outcomeWord } from '../words/outcomes.ts';
import { knownRows } from './rows-of-run.ts';

/** The columns of `--results`. */
const resultFields = (noun: FileTable): Fields => ({
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  [idNameOf(noun)]: text(capitalized(noun.names[0])).inTable(4),
  message: text('Message').inTable(5),
  evidence: evidenceField.inTable(6),
});

/** @throws CliError `usage` for the ending of a format that it is not written in */
export const resultsFormat = (path: string): FileFormat | undefined => formatOfFile(path, '--results');

/** Writes `--results`: line, key, outcome, ID, message and evidence of every row, in file order, in the format of its ending. */
export async function writeResults(
  { noun, files, shard }: Pick<ImportOptions, 'noun' | 'files' | 'shard'>,
  checked: CheckedFile,
  ledger: Ledger,
  file: FileWriter,
): Promise<void> {
  const format = resultsFormat(files.results ?? '') ?? 'csv';
  const fields = resultFields(noun);
  const view = { fields, only: Object.keys(fields) };
  const writer = listWriter(format, view, { ...targetOf(file), file });
  for await (const batch of resultRecords(checked, ledger, { noun, shard })) await writer.add(batch);
  await writer.end();
  await file.close();
}

async function* resultRecords(
  checked: CheckedFile,
  ledger: Ledger,
  { noun, shard }: Pick<ImportOptions, 'noun' | 'shard'>,
): AsyncGenerator<readonly StoreRecord[]> {
  const idName = idNameOf(noun);
  const rowOf = inFileOrder(knownRows(ledger));
  for await (const batch of checked.catalogue.rows()) {
    yield batch.map((found) => {
      const { record, line, keys = [], stated, excluded } = found;
      const row = rowOf(record);
      const reasons = reasonsText(checked.invalid.get(record) ?? []) || inNumber(excluded ?? '', 1);
      return {
        line,
        key: resultKey(row?.key ?? keys[0], stated),
        outcome: row ? outcomeWord(outcomeOfState(row.state)) : outcomeWithout(found, checked, shard),
        [idName]: escapeText(row?.recordId ?? ''),
        message: escapeText(row?.message ?? reasons),
        evidence: evidenceOf(row),
      };
    });
  }
}

/** The key of a row: as it is in the file, where the journal has only a hash of it. */
const resultKey = (key: Key | undefined, stated: Values = {}): string =>
  key === undefined ? '' : (shownCode(key.code) ?? String(stated[key.field] ?? ''));

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
