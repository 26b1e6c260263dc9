/** The first bytes: at least this many, if there are. */
export async function beginning(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= length) break;
  }
  return head;
}
