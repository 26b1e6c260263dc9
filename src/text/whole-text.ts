/** Bytes: no body, token or certificate is longer. */
const longest = 16 * 2 ** 20;

/**
 * All of a stream as UTF-8 text, and bytes that are none as U+FFFD; undefined if it is longer than 16 MiB, or another
 * limit: it may have no end.
 */
export async function wholeText(chunks: AsyncIterable<Uint8Array>, most = longest): Promise<string | undefined> {
  return (await wholeBytes(chunks, most))?.toString('utf8');
}

/**
 * The same for a text that any program may have written: also UTF-16, as PowerShell and editors of Windows write it. PowerShell
 * appends it to a file of UTF-8, too, and without a mark of the order of bytes: then the zero bytes are left out.
 */
export async function wholeTextOfAny(chunks: AsyncIterable<Uint8Array>, most = longest): Promise<string | undefined> {
  const bytes = await wholeBytes(chunks, most);
  if (bytes === undefined) return undefined;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le');
  if (first === 0xfe && second === 0xff) return inPairs(bytes).swap16().toString('utf16le');
  return bytes.toString('utf8').replaceAll('\0', '');
}

/** Without half a character at the end. */
const inPairs = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - (bytes.length % 2));

/**
 * The same without a byte order mark, for what is sent to a store: nothing may be lost.
 * @throws `ENOTUTF8` for bytes that are no UTF-8
 */
export async function exactText(chunks: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const bytes = await wholeBytes(chunks, longest);
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw { code: 'ENOTUTF8' };
  }
}

async function wholeBytes(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) return undefined;
    all.push(chunk);
  }
  return Buffer.concat(all);
}
