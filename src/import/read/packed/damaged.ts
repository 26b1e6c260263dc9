import { CliError } from '../../../errors.ts';
import { refusal } from '../faults.ts';

/** The error for a file that cannot be unpacked; any other error is returned as it is. */
export function damaged(what: string, error: unknown): unknown {
  if (error instanceof CliError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  // Node's name for data that ends within a block.
  if (code === 'Z_BUF_ERROR') return refusal([{ problem: `The ${what} is cut off.`, remedy: again }]);
  return code.startsWith('Z_') ? refusal([{ problem: `The ${what} is damaged (${message}).`, remedy: again }]) : error;
}

const again = 'Download or export it again. Nothing was sent.';
