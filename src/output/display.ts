import type { Field, Fields } from '../resources/record-fields.ts';
import { escapeText } from '../text/escape.ts';
import { capitalized } from '../text/words.ts';
import { jsonText } from '../text/written-numbers.ts';
import { fieldAt, splitPath } from './paths.ts';

/** The label of a path with its group: "Country code". An unknown path is its own label. */
export function pathLabel(fields: Fields, path: string): string {
  const field = fieldAt(fields, path);
  if (!field || Object.hasOwn(fields, path)) return field?.label ?? path;
  const [name, rest = ''] = splitPath(path);
  return `${fields[name]?.label ?? name} ${decapitalised(pathLabel(fields[name]?.group ?? {}, rest))}`;
}

/** The name of an unknown field as words: `statusName` is "Status name", `order_url` is "Order URL". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[ _-]+/)
    .filter((word) => word !== '')
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : decapitalised(word)));
  const [first = name, ...others] = words;
  return [capitalized(first), ...others].join(' ');
}

const abbreviations: ReadonlySet<string> = new Set(['id', 'sku', 'ean', 'url', 'vat', 'ip', 'pdf', 'iban']);

/** In the middle of a label: `Name` becomes "name", `ID` stays. */
const decapitalised = (word: string): string =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : `${word.charAt(0).toLowerCase()}${word.slice(1)}`;

/** A received value on one line, escaped: commas between the values of an array, objects as JSON; '' for nothing. */
export function cellText(field: Field | undefined, value: unknown): string {
  return escapeText(lineOf(field, value));
}

const lineOf = (field: Field | undefined, value: unknown): string =>
  Array.isArray(value) ? value.map((element) => shownText(field, element)).join(', ') : shownText(field, value);

/** No cell at a terminal shows as many characters or elements. */
const maxCell = 4000;
const maxElements = 200;

/** The same for a cell that is cut anyway: of a long text its start and its end. */
export function briefCellText(field: Field | undefined, value: unknown): string {
  const isLong = Array.isArray(value) && value.length > maxElements;
  const text = isLong ? `${lineOf(field, value.slice(0, maxElements))}…` : lineOf(field, value);
  const half = maxCell / 2;
  return escapeText(text.length > maxCell ? `${text.slice(0, half)}…${text.slice(-half)}` : text);
}

/**
 * Amounts with their decimal points in one column, where all are right-aligned: `9.585` and `3.00` followed by a space.
 */
export function alignDecimals(amounts: readonly string[]): readonly string[] {
  const decimals = (amount: string): number => /^-?\d+(\.\d+)?$/.exec(amount)?.[1]?.length ?? 0;
  const most = amounts.reduce((sofar, amount) => Math.max(sofar, decimals(amount)), 0);
  return amounts.map((amount) => (amount === '' ? '' : amount + ' '.repeat(most - decimals(amount))));
}

/** A value as its kind shows it, not escaped; `''` for none. */
export function shownText(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field?.kind) return field.kind.show(value) ?? '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? jsonText(value) : String(value);
}
