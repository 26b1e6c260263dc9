import type { FileTable, Values } from '../../../resources/file-table.ts';
import { nameOf, type RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';

/** The last rows of reports: totals, and the end of the export, in English, Dutch, German and French. */
const lastRow =
  /^(?:(?:sub|sous[- ]|grand |eind)?tota(?:a?l|ls|len|ux)(?: g[eé]n[eé]ral)?|(?:gesamt|zwischen|end)?summe|(?:gesamt|end)betrag|(?:ins)?gesamt|somme|(?:einde|end|ende|fin)(?: (?:of|van|der|des|du|de la|de l')? ?(?:the |het |de )?(?:export|file|list|report|bestand|lijst|rapport|liste|datei|exports|fichier)))\.?:?$/i;
const counted = String.raw`\b(?:artikel(?:en|s)?|articles|producten|products|produkte|produits|items|rows|rijen|regels|zeilen|lignes|stuks|st[uü]ck)\b`;
/** `Totaal 2 artikelen`. */
const totalOf = new RegExp(String.raw`^(?:sub|eind)?(?:totaa?l|gesamt|summe|insgesamt|somme)\b.{0,20}${counted}`, 'i');
/** `Subtotaal lampen`, `Total: 1.234,00`. */
const totalBefore =
  /^(?:(?:sub|sous[- ]|grand |eind)?tota(?:a?l|ux)|(?:gesamt|zwischen|end)?summe|(?:gesamt|end)betrag|(?:ins)?gesamt|somme)\b/i;
const countAlone = new RegExp(String.raw`^\d[\d.,]* ${counted}$`, 'i');

const isLast = (text: string): boolean => lastRow.test(text) || totalOf.test(text);

/** Why a row may be none of a record. */
interface LastRow {
  /** Its key and its name say it, and there is nothing else by which it would be known. */
  readonly isCertain: boolean;
  readonly doubts: readonly RowFault[];
}

/** Judges a row that may be a total or the end of a report, by its key and its name; undefined where neither says so. */
export function lastRowOf(
  line: number,
  values: Values,
  columns: readonly FieldColumn[],
  { key: [code = '', ...others], title = '', isOfPeople }: FileTable,
): LastRow | undefined {
  if (isOfPeople) return undefined;
  const isCoded = isLast(textOf(values[code]));
  if (!isCoded && !isLast(textOf(values[title]))) return undefined;
  const texts = [code, title].map((field) => ({ field, text: textOf(values[field]) }));
  const found = texts.filter(({ text }) => isLast(text));
  const isCertain =
    others.every((other) => textOf(values[other]) === '') &&
    texts.every(({ text }) => text === '' || isLast(text) || (isCoded && saysMore(text)));
  const message = isCertain ? noProduct : mayBeNone;
  return {
    isCertain,
    doubts: found.map(({ field, text }) => ({ line, column: nameOf(field, columns), value: text, message })),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The name beside the key `Totaal`: `Totaal lampen`, `12 artikelen`. */
const saysMore = (name: string): boolean => totalBefore.test(name) || countAlone.test(name);

const noProduct = 'is the last row of a report, not a product: remove the row, or pass --skip-invalid';
const mayBeNone = 'may be the last row of a report, not a product: if so, remove it';
