import type { FileWriter } from '../../context.ts';
import { listWriter } from '../../output/formats.ts';
import type { Target } from '../../output/view.ts';
import { code, count, type Fields, text } from '../../resources/record-fields.ts';
import { escapeText, guardFormula, quote } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import { encodeText, markOf } from '../file/code-pages.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemStates, type RowRecord, rowsOf, rowsWithProblems } from '../journal/rows.ts';
import type { CatalogueRow } from '../map/catalogue.ts';
import { rejectionColumns } from '../map/columns.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile, Reason } from '../rows/check.ts';
import { maxListed, type Problem, problemOf } from './problems.ts';
import { outcomeOfState, outcomeWord } from './row-outcomes.ts';
import { reasonsText, rowCount } from './words.ts';

/** For the writers of formats. */
export const targetOf = (file: FileWriter): Target => ({
  write: (text) => file.write(text),
  width: undefined,
  color: false,
});

/** A row of the journal as the run knows it: a full disk must not make an answered row look uncertain. */
function asKnown({ unwritten }: Ledger, row: RowRecord): RowRecord {
  const { state, product, field, message } = unwritten.get(row.record) ?? row;
  return { ...row, state, product, field, message };
}

/** The rows of a run in file order. */
function* knownRows(ledger: Ledger): Generator<RowRecord> {
  for (const row of rowsOf(ledger.journal, ledger.run.id)) yield asKnown(ledger, row);
}

/** The first rows that need attention. */
export const problemRows = (ledger: Ledger): readonly Problem[] =>
  rowsWithProblems(ledger.journal, ledger.run.id, maxListed)
    .map((row) => asKnown(ledger, row))
    .filter(({ state }) => problemStates.some((problem) => problem === state))
    .map(problemOf);

/** `--quiet`: the IDs of the products that the run created, one a line, in file order. */
export async function printCreated(ledger: Ledger, target: Target): Promise<void> {
  const writer = listWriter('ids', { fields: {}, idOf: ({ product }) => String(product ?? '') }, target);
  for (const row of knownRows(ledger)) if (row.state === 'created') await writer.add([{ ...row }]);
  await writer.end();
}

/** The columns of `--results`. */
const resultFields: Fields = {
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  productId: text('Product').inTable(4),
  message: text('Message').inTable(5),
};

/** Writes `--results`: line, key, outcome, product ID and message of every row, in file order. */
export async function writeResults(checked: CheckedFile, ledger: Ledger, file: FileWriter): Promise<void> {
  const writer = listWriter('csv', { fields: resultFields, only: Object.keys(resultFields) }, targetOf(file));
  const rowOf = inFileOrder(knownRows(ledger));
  for await (const batch of checked.catalogue.rows()) {
    await writer.add(
      batch.map((found) => {
        const { record, line, keys = [], excluded } = found;
        const row = rowOf(record);
        const reasons = reasonsText(checked.rejections.get(record) ?? []) || inNumber(excluded ?? '', 1);
        return {
          line,
          key: row?.key.code ?? keys[0]?.code ?? '',
          outcome: outcomeOf(found, checked, ledger),
          productId: escapeText(row?.product ?? ''),
          message: escapeText(row?.message ?? reasons),
        };
      }),
    );
  }
  await writer.end();
  await file.close();
}

/** Gives rows by record, which must be requested in file order. */
function inFileOrder(rows: Iterator<RowRecord>): (record: number) => RowRecord | undefined {
  let next = rows.next();
  return (record) => {
    while (!next.done && next.value.record < record) next = rows.next();
    return next.done || next.value.record !== record ? undefined : next.value;
  };
}

function outcomeOf({ record, excluded }: CatalogueRow, checked: CheckedFile, { tally }: Ledger): string {
  if (tally.isForThisRun(record)) return outcomeWord(outcomeOfState(tally.stateOf(record)));
  if (excluded !== undefined) return outcomeWord('leftOut');
  return outcomeWord(checked.rejections.has(record) ? 'invalid' : 'elsewhere');
}

/** The reasons for each row that is invalid, or that the store rejected. */
function rejectionsOf({ rejections }: CheckedFile, ledger: Ledger | undefined): ReadonlyMap<number, readonly Reason[]> {
  if (!ledger || ledger.tally.count('rejected') === 0) return rejections;
  const found = new Map(rejections);
  for (const { record, state, field, message } of knownRows(ledger)) {
    if (state === 'rejected') found.set(record, [{ field: field ?? '', message: message ?? '' }]);
  }
  return found;
}

/**
 * Writes `--rejected`: the header and these rows byte for byte as they are in the file, each with
 * `rejectionColumns` added. The result can be fixed and imported. The store's messages are redacted like any other.
 */
export async function writeRejected(
  { context, files, hint, store }: ImportOptions,
  checked: CheckedFile,
  ledger: Ledger | undefined,
  file: FileWriter,
): Promise<void> {
  const { catalogue } = checked;
  const rejections = rejectionsOf(checked, ledger);
  const { encoding, delimiter } = catalogue.description;
  const bytes = (text: string): Uint8Array => encodeText(context.secrets.removeFromMessage(text), encoding);
  await file.write(bytes(markOf(encoding)));
  for await (const { record, line, bytes: row } of catalogue.locate(new Set([0, ...rejections.keys()]))) {
    const cells = record === 0 ? rejectionColumns : errorCells(line, rejections.get(record) ?? []).map(guardFormula);
    await file.write(row);
    await file.write(bytes(`${cells.map((cell) => delimiter + quote(cell, delimiter)).join('')}\n`));
  }
  await file.close();
  const count = rejections.size === 0 ? 'no rows' : rowCount(rejections.size);
  await hint(`Wrote ${count} to ${store.writtenFile(files.rejected ?? '')}.`);
}

/** A single field has a cell of its own, so that scripts can use it; several are also named in the message. */
function errorCells(line: number, reasons: readonly Reason[]): readonly string[] {
  const [only] = reasons;
  const message = only && reasons.length === 1 ? only.message : reasonsText(reasons);
  const fields = reasons.flatMap(({ field }) => field || []).join('; ');
  return [String(line), escapeText(fields), escapeText(message)];
}
