import type { PartReader } from './xml.ts';

/** How a number is shown: as its digits, as a date, as a percentage, or in another format. */
export type NumberFormat = 'plain' | 'date' | 'percent' | OtherFormat;

interface OtherFormat {
  readonly code: string;
  /** Of a format of whole numbers, such as `"SKU-"0000`. Others are not imitated: rounding, fractions, hours. */
  readonly parts: readonly Part[] | undefined;
}

type Part = { readonly text: string } | { readonly digit: string };

/** A number as its format shows it: `SKU-0012`, `123-456`; undefined if that is not known. @param text its digits */
export function shownIn({ parts }: OtherFormat, text: string): string | undefined {
  if (!parts || !/^\d+$/.test(text)) return undefined;
  const first = parts.findIndex((part) => 'digit' in part);
  let digits = text.padStart(parts.filter((part) => 'digit' in part && part.digit === '0').length, '0');
  let shown = '';
  for (const [at, part] of [...parts.entries()].reverse()) {
    if ('text' in part) shown = part.text + shown;
    else {
      // The first place has all digits that are left.
      const from = at === first ? 0 : Math.max(digits.length - 1, 0);
      shown = digits.slice(from) + shown;
      digits = digits.slice(0, from);
    }
  }
  return shown.trim();
}

/** Collects the format of each cell style from the styles part (ECMA-376 Part 1, 18.8). */
export class StyleReader implements PartReader {
  /** By the index that cells name. */
  readonly formats: NumberFormat[] = [];
  readonly #codes = new Map<string, string>();
  #isInCellFormats = false;

  open(name: string, { numFmtId = '', formatCode = '' }: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#codes.set(numFmtId, formatCode);
    if (name === 'cellXfs') this.#isInCellFormats = true;
    if (name === 'xf' && this.#isInCellFormats)
      this.formats.push(formatOf(this.#codes.get(numFmtId) ?? builtIn(Number(numFmtId))));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }
}

/** The formats that have a number and no code (18.8.30), with the dates of East Asian languages. */
function builtIn(id: number): string {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return builtInCodes[id] ?? (isDate ? 'yyyy' : 'General');
}

const builtInCodes: Readonly<Record<number, string>> = {
  ...{ 2: '0.00', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 39: '#,##0.00', 40: '#,##0.00', 43: '#,##0.00', 44: '#,##0.00', 46: '[h]:mm:ss', 48: '##0.0E+0' },
};

/** What the first section of a code means: `dd/mm/yyyy`, `0.0%`, `00000`, `"SKU-"0000`. */
function formatOf(code: string): NumberFormat {
  const { parts, bare } = sectionOf(code);
  const hasText = parts.some((part) => 'text' in part && part.text.trim() !== '');
  if (!hasText && /^(?:General|@|[#?,]*0?)$/i.test(bare)) return 'plain';
  if (/[ymdhs]/i.test(bare) && !/\[|General/i.test(bare)) return 'date';
  if (bare.includes('%')) return 'percent';
  return { code, parts: /^[0#]+$/.test(bare) ? parts : undefined };
}

/** The parts of the first section, and its characters apart from texts, fills and colours. */
function sectionOf(code: string): { readonly parts: readonly Part[]; readonly bare: string } {
  const parts: Part[] = [];
  let bare = '';
  for (const token of code.matchAll(tokens)) {
    if (token[0] === ';') break;
    const text = textOf(token);
    if (text !== undefined) parts.push({ text });
    else {
      parts.push(...[...token[0]].filter((each) => each === '0' || each === '#').map((digit) => ({ digit })));
      bare += token[0];
    }
  }
  return { parts, bare };
}

/** A text in quotes, a character behind a backslash, a currency, the width of a character; a fill, a colour or a condition. */
const tokens = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|_(.)|\*.|\[[^\]]*\]|General|./gisu;

/** The text that a token shows; undefined for one that shows the number. */
function textOf([token, quoted, escaped, currency, width]: RegExpExecArray): string | undefined {
  if (width !== undefined) return ' ';
  if (/^(?:\*|\[(?:[a-z]{3,}|colou?r ?\d+)\])/i.test(token)) return '';
  return quoted ?? escaped ?? currency ?? (/^[-+():&'~ ]$/.test(token) ? token : undefined);
}
