import type { FileWriter } from '../../context.ts';
import { type Catalogue, encodeText, rejectionColumns } from '../../input/csv/catalogue.ts';
import { escapeText } from '../../text/escape.ts';
import type { Secrets } from '../../text/redact.ts';

/** Why a row did not get in. */
export interface Rejection {
  readonly field: string;
  readonly message: string;
}

/**
 * Writes the header and these rows byte for byte as they are in the file, each with `rejectionColumns` more. Mended, the result can be imported as it is. What the store said is redacted like every message.
 */
export async function writeRejected(
  catalogue: Catalogue,
  rejections: ReadonlyMap<number, Rejection>,
  file: FileWriter,
  secrets: Secrets,
): Promise<void> {
  const { encoding, delimiter } = catalogue.description;
  const bytes = (text: string): Uint8Array => encodeText(secrets.removeFromMessage(text), encoding);
  if (encoding.startsWith('utf-16')) await file.write(bytes('\ufeff'));
  for await (const { record, line, bytes: row } of catalogue.locate(new Set([0, ...rejections.keys()]))) {
    const { field, message } = rejections.get(record) ?? { field: '', message: '' };
    const cells = record === 0 ? rejectionColumns : [String(line), field, escapeText(message)];
    await file.write(row);
    await file.write(bytes(`${cells.map((cell) => delimiter + quoted(cell)).join('')}\n`));
  }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
