import type { FileWriter } from '../../context.ts';
import { listWriter } from '../../output/formats.ts';
import { code, count, type Fields, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RowOutcome } from '../journal/tally.ts';
import { keyOf } from '../map/key.ts';
import type { KnownRows } from './known-rows.ts';
import { stateName } from './report.ts';
import { reasonsText } from './words.ts';

/** The columns of `--results`. */
const resultFields: Fields = {
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  productId: text('Product').inTable(4),
  message: text('Message').inTable(5),
};

/** Writes `--results`: line, key, outcome, product ID and message of every row, in file order. */
export async function writeResults(run: ImportRun, known: KnownRows, file: FileWriter): Promise<void> {
  const { catalogue, checked, tally } = run;
  const writer = listWriter(
    'csv',
    { fields: resultFields, only: Object.keys(resultFields) },
    { write: (text) => file.write(text), width: undefined, color: false },
  );
  const inOrder = new InFileOrder(known);
  for await (const batch of catalogue.rows()) {
    await writer.add(
      batch.map(({ record, line, values, readable, excluded }) => {
        const row = inOrder.get(record);
        return {
          line,
          key: row?.key.code ?? keyOf(values ?? readable ?? {})?.code ?? '',
          outcome: outcomeText(tally.outcomeOf(record)),
          productId: escapeText(row?.product ?? ''),
          message: escapeText(
            row?.message ?? (reasonsText(checked.rejections.get(record) ?? []) || inNumber(excluded ?? '', 1)),
          ),
        };
      }),
    );
  }
  await writer.end();
  await file.close();
}

/** The names in the file are a machine format: they do not change. */
const outcomeText = (outcome: RowOutcome | undefined): string => {
  if (outcome === undefined || outcome === 'absent') return 'not sent';
  if (outcome === 'otherShards') return 'in another shard';
  if (outcome === 'excluded') return 'left out';
  if (outcome === 'unplanned') return 'not in plan';
  return outcome === 'invalid' ? outcome : stateName(outcome);
};

/** Gives known rows by record, which must be requested in file order. */
class InFileOrder {
  readonly #rows: Iterator<RowRecord>;
  #next: RowRecord | undefined;

  constructor(known: KnownRows) {
    this.#rows = known.all();
    this.#advance();
  }

  get(record: number): RowRecord | undefined {
    while (this.#next !== undefined && this.#next.record < record) this.#advance();
    return this.#next?.record === record ? this.#next : undefined;
  }

  #advance(): void {
    const { value, done } = this.#rows.next();
    this.#next = done ? undefined : value;
  }
}
