/** Random bytes in hex, without loading `node:crypto`: few commands need any. */
export const randomHex = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
