import { createHmac, hash } from 'node:crypto';

/** Bytes: a block of SHA-256, and its hash. */
const block = 64;
const hashLength = 32;
/** Bytes of a text: longer ones are seldom. */
const longest = 4096;

/**
 * HMAC-SHA-256 (RFC 2104) of many texts with one key, in hex. An object for each of them, as `createHmac` makes it, takes
 * half as long again as the two hashes.
 */
export function hmacOf(key: Buffer): (text: string) => string {
  const inner = Buffer.alloc(block + longest);
  const outer = Buffer.alloc(block + hashLength);
  padded(key, 0x36).copy(inner);
  padded(key, 0x5c).copy(outer);
  return (text) => {
    // A character is three bytes at most for each unit of its text.
    if (text.length * 3 > longest) return createHmac('sha256', key).update(text).digest('hex');
    const end = block + inner.write(text, block);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), block, 'latin1');
    return hash('sha256', outer);
  };
}

/** The key as a block, each byte changed by the pad. */
function padded(key: Buffer, pad: number): Buffer {
  const bytes = Buffer.alloc(block);
  (key.length > block ? hash('sha256', key, 'buffer') : key).copy(bytes);
  return bytes.map((byte) => byte ^ pad) as Buffer;
}
