/**
 * Code points that change what a terminal or a reader sees without being seen themselves: C0, DEL, C1, soft hyphen, bidi controls,
 * zero-width and tag characters, line separators, lone surrogates. Unicode 16, general categories Cc and Cf, and variation of layout.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Text from a store or a file as a person may see it on one line: every unsafe code point is written out (`\u{1b}`), LF, CR and TAB as `\n`, `\r`, `\t`. */
export function escapeText(text: string): string {
  return text.replace(unsafe, (found) => short[found] ?? `\\u{${hex(found)}}`);
}

/** The same for text of several lines: line breaks stay, everything else is escaped. */
export function escapeLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(escapeText)
    .join('\n');
}

/** Serialised JSON with the same code points as `\u` escapes: still valid, still lossless. Line breaks between members stay. */
export function escapeJson(json: string): string {
  return json.replace(unsafe, (found) => (found === '\n' ? found : [...found].map(utf16).join('')));
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

const utf16 = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
