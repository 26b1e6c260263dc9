import { TextDecoder } from 'node:util';

/** The canonical name of an encoding: of the Encoding Standard (WHATWG), or the number of a code page of DOS. */
export type Encoding = string;

/** The characters above 7F, as Unicode has published them (VENDORS/MICSFT/PC). */
const dosPages: Readonly<Record<string, string>> = {
  '437':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  '850':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

/** The encoding of this name or alias: `latin1`, `cp1250`, `macintosh`, `850`; undefined for none that can be read. */
export function encodingNamed(name: string): Encoding | undefined {
  const page = /^(?:cp|ibm|dos)?[-_ ]?(\d+)$/i.exec(name.trim())?.[1];
  if (page !== undefined && page in dosPages) return page;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Those that files of shops have, for suggestions and messages. */
export const commonEncodings: readonly Encoding[] = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-15',
  'macintosh',
  '850',
  '437',
  'utf-16le',
  'utf-16be',
];

type Decoder = Pick<TextDecoder, 'decode'>;

/** Decodes a stream, and keeps its byte order mark. Bytes that the encoding lacks become U+FFFD, or are an error. */
export function decoderOf(encoding: Encoding, options: { readonly fatal?: boolean } = {}): Decoder {
  const page = dosPages[encoding];
  if (page === undefined) return new TextDecoder(encoding, { ...options, ignoreBOM: true });
  const decode = (bytes: Uint8Array): string =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => page.charAt(byte.charCodeAt(0) - 0x80));
  return { decode: (bytes) => (bytes === undefined ? '' : decode(bytes as Uint8Array)) };
}

/** A byte is a character in all but these, and UTF-8 and UTF-16. */
const isSingleByte = (encoding: Encoding): boolean => !/^(?:utf-|gb|big5|euc-|iso-2022|shift_jis)/.test(encoding);

/** The encoding in which text is written that comes from a file in this one: Node writes none of East Asia. */
const writtenEncoding = (encoding: Encoding): Encoding =>
  isSingleByte(encoding) || encoding.startsWith('utf-16') ? encoding : 'utf-8';

/** What a file in this encoding must begin with to be read again: the byte order mark, if it would else be taken for another. */
export const markOf = (encoding: Encoding): string => (isSingleByte(encoding) || encoding === 'utf-8' ? '' : '\ufeff');

/**
 * Text as the bytes of its written encoding, without a byte order mark. Since decoding is strict, this restores the original
 * bytes. Characters that the encoding does not have become `?`.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  const written = writtenEncoding(encoding);
  if (written === 'utf-8') return Buffer.from(text, 'utf8');
  if (isSingleByte(written)) {
    const bytes = bytesOf(written);
    return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
  }
  const bytes = Buffer.from(text, 'utf16le');
  return written === 'utf-16be' ? bytes.swap16() : bytes;
}

const byCharacter = new Map<Encoding, ReadonlyMap<string, number>>();

function bytesOf(encoding: Encoding): ReadonlyMap<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const decoded = [...decoderOf(encoding).decode(bytes, { stream: true })];
  const known = byCharacter.get(encoding) ?? new Map(decoded.map((character, byte) => [character, byte]));
  byCharacter.set(encoding, known);
  return known;
}
