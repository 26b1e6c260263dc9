import type { FileWriter } from '../../context.ts';
import type { Catalogue } from '../../input/csv/catalogue.ts';
import { listWriter } from '../../output/formats.ts';
import { code, count, type Fields, text } from '../../resources/record.ts';
import type { Journal } from '../journal/journal.ts';
import type { RowRecord } from '../journal/runs.ts';
import { keyOf } from '../keys.ts';
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

export interface Results {
  readonly catalogue: Catalogue;
  readonly tally: Tally;
  readonly journal: Journal;
  readonly run: number;
}

/** Writes what became of every row of the file, in its order: line, key, outcome, product id, and why. */
export async function writeResults({ catalogue, tally, journal, run }: Results, file: FileWriter | undefined): Promise<void> {
  if (!file) return;
  const writer = listWriter(
    'csv',
    { fields: resultFields, only: Object.keys(resultFields) },
    { write: (text) => file.write(text), width: undefined, color: false },
  );
  const known = new Remembered(journal, run);
  for await (const batch of catalogue.rows()) {
    await writer.add(
      batch.map(({ record, line, values, readable, faults, leftOut }) => {
        const row = known.get(record);
        return {
          line,
          key: row?.code ?? keyOf(values ?? readable ?? {})?.code ?? '',
          outcome: outcomeText(tally.fateOf(record)),
          productId: row?.product ?? '',
          message: row?.message ?? faults[0]?.message ?? leftOut ?? '',
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

/** The journal's rows, asked for in file order. */
class Remembered {
  readonly #rows: Iterator<RowRecord>;
  #next: RowRecord | undefined;

  constructor(journal: Journal, run: number) {
    this.#rows = journal.rows(run)[Symbol.iterator]();
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
