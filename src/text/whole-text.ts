/** Bytes: no body, token or certificate is longer. */
const longest = 16 * 2 ** 20;

/** All of a stream as UTF-8 text; undefined if it is longer than 16 MiB, or another limit: it may have no end. */
export async function wholeText(chunks: AsyncIterable<Uint8Array>, most = longest): Promise<string | undefined> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) return undefined;
    all.push(chunk);
  }
  return Buffer.concat(all).toString('utf8');
}
