import type { FileTable, Values } from '../../../resources/file-table.ts';
import { nameOf, type RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';

/** How shops and spreadsheets call a total in the languages of Europe, without what may be before and after it. */
const total = [
  'tota(?:a?l|a?le|ali|als|len|ls|lt|ux)',
  '(?:gesamt|zwischen|end)?summe|(?:gesamt|end)betrag|(?:ins)?gesamt|somme|somma|suma|summa|soma',
  'razem|łącznie|ogółem|celkem|celkom|spolu|skupaj|ukupno|sveukupno|összesen|mindösszesen|végösszeg',
  'yhteensä|kokku|kopā|iš viso|toplam|σύνολο|итого|всего|усього|разом|общо',
  'i ?alt|sum total',
].join('|');
const before = '(?:(?:sub|sous|eind|delsumma|grand|algemeen|genel|ara|mezi|suma|общий)[- ]?)?';
const after = '(?: (?:g[eé]n[eé]ra(?:l|le)|generaal|general|parcial|parziale|końcowa|ogólna))?';
const end = 'einde|end|ende|fin|fine|koniec|konec';
const of = "(?: (?:of|van|der|des|du|de la|de l'|di|del))?";
const list = 'export|exports|file|list|report|bestand|lijst|rapport|liste|lista|datei|fichier|archivo|raportu|listy';

/** The last rows of reports: totals, and the end of the export. */
const lastRow = new RegExp(
  `^(?:${before}(?:${total})${after}|(?:${end})${of} ?(?:the |het |de )?(?:${list}))[.]?:?$`,
  'iu',
);
const counted = String.raw`\b(?:artikel(?:en|s)?|articles|producten|products|produkte|produits|items|rows|rijen|regels|zeilen|lignes|stuks|st[uü]ck)\b`;
/** `Totaal 2 artikelen`. */
const totalOf = new RegExp(String.raw`^${before}(?:${total})(?![\p{L}\p{N}]).{0,20}${counted}`, 'iu');
/** `Subtotaal lampen`, `Total: 1.234,00`. */
const totalBefore = new RegExp(String.raw`^${before}(?:${total})(?![\p{L}\p{N}])`, 'iu');
const countAlone = new RegExp(String.raw`^\d[\d.,]* ${counted}$`, 'i');

/** `Totaal excl.`, `Gesamt netto`: a total in the first word of a code, which no article number has. */
const totalFirst = new RegExp(`^${before}(?:${total}):? `, 'iu');
const numberAlone = /^\d[\d.,]*$/;

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
  const name = textOf(values[title]);
  const says = textOf(values[code]);
  const isCoded = isLast(says) || (totalFirst.test(says) && (name === '' || numberAlone.test(name)));
  if (!isCoded && !isLast(name)) return undefined;
  const texts = [code, title].map((field) => ({ field, text: textOf(values[field]) }));
  const found = texts.filter(({ field, text }) => isLast(text) || (isCoded && field === code));
  const isCertain =
    others.every((other) => textOf(values[other]) === '') &&
    texts.every(({ field, text }) => text === '' || isLast(text) || (isCoded && (field === code || saysMore(text))));
  const message = isCertain ? noProduct : mayBeNone;
  return {
    isCertain,
    doubts: found.map(({ field, text }) => ({ line, column: nameOf(field, columns), value: text, message })),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The name beside the key `Totaal`: `Totaal lampen`, `12 artikelen`, `12`. */
const saysMore = (name: string): boolean => totalBefore.test(name) || countAlone.test(name) || numberAlone.test(name);

const noProduct = 'is the last row of a report, not a product: remove the row, or pass --skip-invalid';
const mayBeNone = 'may be the last row of a report, not a product: if so, remove it';
