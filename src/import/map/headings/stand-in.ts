import type { FileTable, StandIn } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import type { FileRecord } from '../../file/records.ts';
import { columnsOf } from '../choices/vat-reading.ts';
import type { ColumnPlan } from './columns.ts';
import { columnName, type FileColumn } from './field-columns.ts';

type Columns = ReturnType<typeof columnsOf>;

/** A column that is read for a field that it is not called after, since no other one may be it. */
interface StandInColumn {
  /** As `--map` would state it. */
  readonly map: Readonly<Record<string, string>>;
  readonly note: string;
}

/**
 * The columns as `columnsOf` plans them, and the one that stands in for a field without one: a wholesaler's `Omschrijving` has
 * the names of products.
 */
export function columnsWithStandIn(...[headings, rows, options]: Parameters<typeof columnsOf>): Columns {
  const found = columnsOf(headings, rows, options);
  const standIn = standInColumn(found.plan, rows, options.constants);
  if (!standIn) return found;
  const { plan, vat } = columnsOf(headings, rows, { ...options, map: { ...options.map, ...standIn.map } });
  return { plan, vat: { ...vat, notes: [standIn.note, ...vat.notes] } };
}

/** @param constants fields that need no column */
function standInColumn(
  { noun, columns, unread, unknown, ambiguous }: ColumnPlan,
  rows: readonly FileRecord[],
  constants: readonly string[],
): StandInColumn | undefined {
  const { standIn } = noun;
  if (!standIn) return undefined;
  const { field } = standIn;
  const isDecided = [...columns, ...ambiguous].some((one) => one.field === field);
  if (isDecided || constants.includes(field) || unread.includes(field)) return undefined;
  const [column, ...more] = unknown.filter(({ heading }) => standIn.headings.includes(looseHeading(heading)));
  if (!column || more.length > 0 || !hasShortTexts(column, rows, standIn)) return undefined;
  if (unknown.some((one) => one !== column && mayBe(field, one, noun))) return undefined;
  const read = `${columnName(column)} is read as the ${field}, because no column is called so.`;
  return {
    map: { [field]: column.heading },
    note: `${read} To read another: --map ${field}="<heading>".`,
  };
}

/** Whether a heading has one of the words for a field: `Artikel naam NL`. */
const mayBe = (field: string, { heading }: FileColumn, { headings }: FileTable): boolean =>
  [field, ...(headings[field] ?? [])].some((word) => looseHeading(heading).includes(looseHeading(word)));

/** Whether most rows have a text, and none is that of a page. */
function hasShortTexts({ index }: FileColumn, rows: readonly FileRecord[], { longest }: StandIn): boolean {
  const texts = rows.filter(isNoTitle).map(({ cells }) => (cells[index] ?? '').trim());
  const filled = texts.filter((cell) => cell !== '');
  return filled.length >= texts.length * mostRows && !filled.some((cell) => cell.length > longest || isHtml.test(cell));
}

/** The others are subtotals, which have no description. */
const mostRows = 0.75;

/** A title above some rows, such as the name of a group, has one cell. */
const isNoTitle = ({ cells }: FileRecord): boolean => cells.filter((cell) => cell.trim() !== '').length > 1;

const isHtml = /<\/?[a-z]/i;
