import type { PartReader } from './xml-scanner.ts';

/** How a number is meant: as a date, as a percentage, as a code of so many digits, or as a number (0). */
export type NumberFormat = 'date' | 'percent' | number;

/** Collects the format of each cell style from the styles part (ECMA-376 Part 1, 18.8). */
export class StyleReader implements PartReader {
  /** By the index that cells name. */
  readonly formats: NumberFormat[] = [];
  readonly #codes = new Map<string, string>();
  #isInCellFormats = false;

  open(name: string, { numFmtId = '', formatCode = '' }: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#codes.set(numFmtId, formatCode);
    if (name === 'cellXfs') this.#isInCellFormats = true;
    if (name === 'xf' && this.#isInCellFormats) {
      const code = this.#codes.get(numFmtId);
      this.formats.push(code === undefined ? builtIn(Number(numFmtId)) : formatOf(code));
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }
}

/** The formats that have a number and no code (18.8.30), with those of East Asian languages. */
function builtIn(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    ? 'date'
    : 0;
}

/** What the first section of a code means: `dd/mm/yyyy`, `0.0%`, `00000`. */
function formatOf(code: string): NumberFormat {
  const [section = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const bare = section.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^General$/i.test(bare)) return 0;
  if (/[ymdhs]/i.test(bare)) return 'date';
  if (bare.includes('%')) return 'percent';
  return /^0{2,}$/.test(bare.trim()) ? bare.trim().length : 0;
}
