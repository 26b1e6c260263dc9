import { storable } from '../../system/sqlite.ts';
import type { RowFault } from '../map/cells/row-fault.ts';
import type { Journal } from './journal.ts';
import { textOrNull } from './schema.ts';

/** What is wrong with an invalid row. Its cells may say anything: of them, only the key is kept. */
interface InvalidRow {
  readonly line: number;
  readonly key: string | null;
  /** The column; null for a fault of the whole row. */
  readonly field: string | null;
  /** Its first words: what the cell says, and how to fix it, come after them. */
  readonly message: string;
}

/** Of a file with a million invalid rows the first are enough to fix it. */
const maxRows = 10_000;

/**
 * Notes the invalid rows of a run, once for all its parts. @param faults in the order of the file, as far as they are
 * listed: the first thousand of each kind
 */
export function noteInvalidRows({ database, commit }: Journal, run: number, faults: readonly RowFault[]): void {
  const id = BigInt(run);
  if (faults.length === 0 || database.get('SELECT 1 FROM invalid_rows WHERE run = ? LIMIT 1', id)) return;
  const cells = faults.slice(0, maxRows).map(cellsOf);
  commit(() => void database.run(insert, JSON.stringify(cells), id));
}

const insert = `INSERT INTO invalid_rows SELECT ?2, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)`;

const cellsOf = ({ line, key, column, message }: RowFault): readonly (string | number | null)[] => [
  line,
  storable<string | null>(key ?? null),
  storable<string | null>(column ?? null),
  storable(reasonOf(message)),
];

/** `is ambiguous (1.234 or 1234): pass --decimal` is `is ambiguous`; what is quoted was in a cell, but for a mark alone. */
function reasonOf(message: string): string {
  const reason = message.split(/: | \(/, 1).join('');
  return isOfMark.test(reason) ? reason : reason.replace(/".*"/s, '"…"');
}

/** `must be an amount with the decimal mark "."` */
const isOfMark = /^[^"]*"[^"\p{L}\p{N}]{1,3}"[^"]*$/u;

/** The invalid rows of a run in the order of its file; none of a run of 0.2.0 or earlier. */
export const invalidRows = ({ database }: Journal, run: number): readonly InvalidRow[] =>
  database
    .all('SELECT line, code, field, reason FROM invalid_rows WHERE run = ? ORDER BY place', BigInt(run))
    .map(({ line, code, field, reason }) => ({
      line: Number(line),
      key: textOrNull(code),
      field: textOrNull(field),
      message: String(reason),
    }));
