import { formatOfFile } from '../../output/formats.ts';
import type { FileTable } from '../../resources/file-table.ts';
import { escapeText, shellWord } from '../../text/escape.ts';

/**
 * The command that deletes what an import created, if its results are a table: `shop-cli customers delete --from results.csv`.
 * @param options of the import, as they would be typed
 */
export function undoCommand(
  { takenBackBy }: FileTable,
  results: string | undefined,
  options: readonly string[],
): string | undefined {
  if (takenBackBy === undefined || results === undefined) return undefined;
  const format = formatOfFile(results, '--results');
  if (format !== 'csv' && format !== 'xlsx') return undefined;
  const store = options.filter((option) => /^--(?:store|profile) /.test(option));
  return escapeText(['shop-cli', takenBackBy, '--from', shellWord(results), ...store].join(' '));
}
