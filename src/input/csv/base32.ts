/** Bytes, each a character, as RFC 4648 writes them; without padding, so their number must be a multiple of five. */
export function base32(bytes: string): string {
  let [text, held, bits] = ['', 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    held = ((held & 31) << 8) | bytes.charCodeAt(at);
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return text;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
