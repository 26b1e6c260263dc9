import { CliError } from '../../errors.ts';
import type { FileTable } from '../../resources/file-table.ts';
import { titleOf } from '../map/headings/headings.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { rowCount } from '../words/counts.ts';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows whose key exists */
export async function refuseExisting(comparison: Comparison, file: CheckedFile): Promise<void> {
  const first: StoredRow[] = [];
  let count = 0;
  for await (const batch of comparison.rows()) {
    const rows = batch.filter(isInStore).map(({ row }) => row);
    count += rows.length;
    first.push(...rows.slice(0, maxNamed - first.length));
  }
  if (count > 0) throw existsRefusal(first, count, file);
}

function isInStore({ result }: ComparedRow): boolean {
  if (result.kind === 'refused') throw result.error;
  return ['same', 'differs', 'duplicate'].includes(result.kind);
}

function existsRefusal(first: readonly StoredRow[], count: number, { rows, catalogue }: CheckedFile): CliError {
  const all = count === rows && count > 1 ? 'All ' : '';
  const title = `${all}${rowCount(count)} already ${count === 1 ? 'exists' : 'exist'} in the store.`;
  const named = first.map((row) => existsMessage(row, catalogue.noun));
  const rest = count > maxNamed ? [`The first ${maxNamed}:`, ...named] : named;
  return new CliError('usage', [`${title} Nothing was sent.`, ...rest].join('\n'), {
    hint: 'To skip these rows, remove --on-existing fail.',
  });
}

const existsMessage = ({ line, key: { field, code } }: StoredRow, noun: FileTable): string =>
  `line ${line}: ${titleOf(noun, field)} "${code}" exists in the store`;

const maxNamed = 20;
