import type { FileWriter } from '../../context.ts';
import { listWriter } from '../../output/formats.ts';
import { code, count, type Fields, text } from '../../resources/record.ts';
import { escapeText } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import type { RowRecord } from '../journal/runs.ts';
import type { Catalogue } from '../read/catalogue.ts';
import { keyOf } from '../read/row.ts';
import type { KnownRows } from './known-rows.ts';
import { outcomeOf } from './report.ts';
import type { RowFate, Tally } from './tally.ts';

/** The columns of `--results`. */
const resultFields: Fields = {
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  productId: text('Product').inTable(4),
  message: text('Message').inTable(5),
};

interface Results {
  readonly catalogue: Catalogue;
  readonly tally: Tally;
  readonly known: KnownRows;
}

/** Writes what became of every row of the file, in its order: line, key, outcome, product id, and why, in words for people. */
export async function writeResults({ catalogue, tally, known }: Results, file: FileWriter | undefined): Promise<void> {
  if (!file) return;
  const writer = listWriter(
    'csv',
    { fields: resultFields, only: Object.keys(resultFields) },
    { write: (text) => file.write(text), width: undefined, color: false },
  );
  const remembered = new InFileOrder(known);
  for await (const batch of catalogue.rows()) {
    await writer.add(
      batch.map(({ record, line, values, readable, faults, leftOut }) => {
        const row = remembered.get(record);
        return {
          line,
          key: row?.code ?? keyOf(values ?? readable ?? {})?.code ?? '',
          outcome: outcomeText(tally.fateOf(record)),
          productId: row?.product ?? '',
          message: escapeText(row?.message ?? faults[0]?.message ?? inNumber(leftOut ?? '', 1)),
        };
      }),
    );
  }
  await writer.end();
  await file.close();
}

const outcomeText = (fate: RowFate | undefined): string => {
  if (fate === undefined || fate === 'absent') return 'not sent';
  if (fate === 'elsewhere') return 'in another shard';
  if (fate === 'leftOut') return 'left out';
  return fate === 'faulty' ? fate : outcomeOf(fate);
};

/** What is known of rows, asked for in file order. */
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
