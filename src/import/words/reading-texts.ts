import { escapeText } from '../../text/escape.ts';
import { firstOf } from '../../text/words.ts';
import type { CatalogueDescription } from '../map/catalogue.ts';

const decimalNames = { '.': 'decimal point', ',': 'decimal comma', mixed: 'decimal point and comma' } as const;

/** How the file is read: what was detected, which columns match, which are ignored. */
export function describeCatalogue(path: string, description: CatalogueDescription): readonly string[] {
  const { encoding, delimiter, decimal, columns, preset, sheet, notes } = description;
  const ignored = description.ignored.filter((heading) => !description.noted.includes(heading));
  const mark = decimal === undefined ? '' : `, ${decimalNames[decimal]}`;
  const form = sheet
    ? sheetName(sheet)
    : `${encoding}, ${delimiterNames[delimiter] ?? `separated by ${delimiter}`}${mark}`;
  const lines = [
    `${path === '-' ? 'Standard input' : path}: ${form}`,
    ...(preset
      ? [`Preset: ${preset.title}${preset.isFound ? ', detected from the header (turn off with --preset none)' : ''}`]
      : []),
    `Columns: ${columns.map(({ heading, field }) => (heading === field ? field : `${heading} → ${field}`)).join(', ')}`,
    ...(ignored.length === 0 ? [] : [`Ignored: ${firstOf(ignored.map((heading) => heading || '(no heading)'))}`]),
    ...notes.map((note) => `Note: ${note}`),
  ];
  return lines.map(escapeText);
}

/** `sheet "Products" (others: "Prices"; choose with --sheet)` */
function sheetName({ name, others }: NonNullable<CatalogueDescription['sheet']>): string {
  const shown = others.slice(0, maxSheets).map((other) => JSON.stringify(other));
  const more = others.length > maxSheets ? ', …' : '';
  return `sheet ${JSON.stringify(name)}${others.length === 0 ? '' : ` (others: ${shown.join(', ')}${more}; choose with --sheet)`}`;
}

const maxSheets = 10;

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};
