import { refusal } from '../../file/faults.ts';
import type { RowFault } from '../cells/row-fault.ts';

/** Refuses the file for the first row that leaves something open: a person is asked. @throws CliError `usage` */
export function askOfRows(faults: readonly RowFault[]): void {
  const { choice, line, column, value, message } = faults.find((fault) => fault.choice) ?? {};
  if (choice)
    throw refusal([{ problem: `Line ${line}, ${column} ${JSON.stringify(value)}: ${message}.`, remedy: '', choice }]);
}
