/**
 * Invisible code points that change what a terminal or a reader shows: C0, DEL, C1, line and paragraph separators, lone
 * surrogates, interlinear annotation, and Unicode's default ignorables (soft hyphen, bidi controls, zero-width and tag
 * characters, blank letters). Not the variation selectors FE00 to FE0F of ordinary emoji, nor a joiner between two
 * emoji (UTS #51). Listed here, so that it does not depend on Node's Unicode version.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point is meant by itself
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Cs}]|(?<!\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * Text from a store or a file, safe to print on one line: unsafe code points as `\u{1b}`, LF, CR and TAB as `\n`, `\r`,
 * `\t`.
 */
export function escapeText(text: string): string {
  // Most texts need none, and show it at a glance.
  if (!/[^\x20-\x7e]/.test(text)) return text;
  return text
    .replace(unsafe, (found) => short[found] ?? written(found))
    .replace(baseless, (marks) => [...marks].map(written).join(''));
}

/** Combining marks at the start would attach to the text before, and terminals disagree on their width there. */
const baseless = /^\p{M}+/u;

const written = (character: string): string => `\\u{${hex(character)}}`;

/**
 * A text for people that is composed of others: each of these is escaped by itself, so that no name can forge the lines
 * around it. A part may be such a text already, of one line: escaping twice is escaping once.
 */
export const safe = (texts: readonly string[], ...values: readonly (string | number)[]): string =>
  texts.map((text, at) => `${text}${escapeText(String(values[at] ?? ''))}`).join('');

/** The same for text of several lines: line breaks stay. For a text whose parts can no longer be told apart. */
export function escapeLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(escapeText)
    .join('\n');
}

/**
 * JSON text with the same code points as `\u` escapes, still valid and lossless. A raw TAB or CR can only be layout and
 * becomes a space.
 */
export function escapeJson(json: string): string {
  // Most texts need no escapes.
  if (!/[^\n\x20-\x7e]/.test(json)) return json;
  return json.replace(unsafe, (found) => layout[found] ?? utf16(found));
}

const layout: Readonly<Record<string, string>> = { '\n': '\n', '\r': ' ', '\t': ' ' };

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

const utf16 = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** A word for a POSIX shell, single-quoted if needed. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));

/** The same, always quoted. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether a CI service looks for commands in the output: GitHub Actions or Azure Pipelines. */
export const readsCommands = ({ GITHUB_ACTIONS, TF_BUILD }: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(GITHUB_ACTIONS || TF_BUILD);

/**
 * Text in which a CI service finds no command. GitHub reads lines that begin with `::`, after any spaces, and `##[`
 * anywhere (actions/runner, ActionCommand.cs); Azure reads `##vso[` and `##[` anywhere. One character is written as a
 * JSON escape, so that lines of JSON keep their meaning.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1\\u003a').replace(/#(?=#(?:\[|vso\[))/gi, '\\u0023');

/**
 * A cell that a spreadsheet might run as a formula gets a `'` before it: `'=1+2` for `=1+2`. So does each part after a
 * `;`, which separates cells in many countries, or after a tab, which does where cells are pasted. An existing `'` is
 * doubled, so that `unguardFormula` restores every cell. Negative numbers are no formulas.
 */
export const guardFormula = (cell: string): string => cell.replace(formula, "$1$2'");

/** The cell without the guard. */
export const unguardFormula = (cell: string): string => cell.replace(guarded, '$1$2');

/** What a spreadsheet, or the program that a cell was copied through, may drop before a sign: blanks and the invisible. */
const blanks =
  '"\\s\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}';
const dropped = `[${blanks}]*`;
const sign = "[=+\\-@\\t\\r\\n'＝＋－＠]";
/**
 * What stands between a text and a sign, up to the last tab: a tab at the start of a cell is guarded there. A run of blanks
 * is matched once, from its start: a look behind each tab would read it again from each.
 */
const toLastTab = `(?<=[^${blanks}';])([${blanks}']*\\t)`;
const signAfterTab = `(?:(?!\\t)[${blanks}'])*[=+\\-@＝＋－＠]`;
const negative = '\\s*-\\d+(?:\\.\\d+)?';
const formula = new RegExp(
  `(^|;)(?=${dropped}${sign})(?!${negative}(?:;|$))|${toLastTab}(?=${signAfterTab})(?!${negative}(?:[;\\t]|$))`,
  'gu',
);
const guarded = new RegExp(`(^|;)'(?=${dropped}${sign})|${toLastTab}'(?=${signAfterTab})`, 'gu');

/**
 * A cell of a CSV file, as RFC 4180 has it: quotes where they are needed, for a tab, at which some programs split, and for
 * colons at its start, which would be a command in the log of GitHub Actions.
 */
export const quote = (cell: string, delimiter = ','): string =>
  cell.includes(delimiter) || /["\r\n\t]|^\s*::/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
