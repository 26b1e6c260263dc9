import type { FileTable, NotImported } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { looseHeading } from '../../../text/words.ts';
import type { HeadingTest } from '../../file/delimiter.ts';
import type { FileFault } from '../../file/faults.ts';
import { rejectionColumns } from '../../file/rejected-header.ts';
import { type FieldColumn, type FileColumn, withFallbacks } from './field-columns.ts';
import { fieldsOfHalves } from './halves.ts';
import { type HeadingSources, ownNames, tablesOf } from './heading-tables.ts';
import { fieldOf } from './headings.ts';
import { type MapOptions, type MappedColumns, mappedColumns, noSuchColumns } from './mapped-columns.ts';
import { withoutUnit } from './units.ts';

/** The options that decide what the columns are. */
interface ColumnOptions extends HeadingSources, MapOptions {
  /** Fields with a constant for every row: their columns are not read. */
  readonly constants: readonly string[];
}

export interface ColumnPlan {
  readonly noun: FileTable;
  /** In the order of the file. */
  readonly columns: readonly FieldColumn[];
  /** Fields that no column is read for, because the user says so. */
  readonly unread: readonly string[];
  /** Columns that are not read. */
  readonly ignored: readonly FileColumn[];
  /** Ignored columns that no option, preset or rejected file accounts for, and that are not known. */
  readonly unknown: readonly FileColumn[];
  /** The fields that several columns match equally well. */
  readonly ambiguous: readonly AmbiguousField[];
  readonly notImported: readonly {
    readonly why: string;
    readonly columns: readonly FileColumn[];
    readonly readBy?: NotImported['readBy'];
  }[];
  readonly faults: readonly FileFault[];
}

interface AmbiguousField {
  readonly field: string;
  readonly columns: readonly FileColumn[];
}

/**
 * Matches columns to fields: by `map`, then by the name of the field, then by the tables of headings. Two columns that
 * match a field equally well are a fault.
 */
export function planColumns(headings: readonly string[], options: ColumnOptions): ColumnPlan {
  const { noun, constants, preset } = options;
  const own = ownNames(noun);
  const file = headings.map((heading, index) => ({ index, heading }));
  const { unread, missing, ...mapped } = mappedColumns(file, options);
  const decided = new Set<string>([...constants, ...unread, ...mapped.columns.map(({ field }) => field)]);
  const accounted = new Set([
    ...columnsAmong(
      file,
      [...decided].flatMap((field) => own[field] ?? []),
    ),
    ...columnsAmong(file, preset?.never ?? []),
    ...file.filter(({ heading }) => rejectionColumns.includes(heading)),
  ]);
  const tables = tablesOf(own, options);
  const found = matchedColumns(file, { noun, tables, decided, accounted, before: mapped, preset });
  const columns = withFallbacks(found.columns, file, { noun, accounted, mapped: mapped.columns }).toSorted(
    (left, right) => left.index - right.index,
  );
  const read = new Set(columns.flatMap(({ index, fallbacks = [] }) => [index, ...fallbacks.map((one) => one.index)]));
  const ignored = file.filter(({ index }) => !read.has(index));
  const left = ignored.filter((column) => !accounted.has(column));
  const notImported = knownColumns(left, noun);
  const known = new Set(notImported.flatMap((group) => group.columns));
  const unknown = left.filter((column) => !known.has(column));
  const faults = [...noSuchColumns({ missing, columns: mapped.columns }, file), ...found.faults];
  return { noun, columns, unread, ignored, unknown, ambiguous: found.ambiguous, notImported, faults };
}

interface Matching {
  readonly noun: FileTable;
  readonly tables: readonly FileTable['headings'][];
  /** Fields that need no column. */
  readonly decided: ReadonlySet<string>;
  /** Columns that are of no field; those that several fields could take are added. */
  readonly accounted: Set<FileColumn>;
  /** What the user has mapped. */
  readonly before: Pick<MappedColumns, 'columns' | 'faults'>;
  readonly preset: HeadingSources['preset'];
}

function matchedColumns(
  file: readonly FileColumn[],
  { noun, tables, accounted, before, preset, ...matching }: Matching,
): Pick<ColumnPlan, 'columns' | 'ambiguous' | 'faults'> {
  const columns = [...before.columns];
  const ambiguous: AmbiguousField[] = [];
  const decided = new Set(matching.decided);
  const taken = new Set([...accounted, ...columns].map(({ index }) => index));
  const exact = new Set(noun.ownHeadingOnly);
  const add = (field: string, kind: Kind<unknown>, [match, ...more]: readonly FileColumn[]): void => {
    if (!match || decided.has(field)) return;
    decided.add(field);
    for (const { index } of [match, ...more]) taken.add(index);
    if (more.length > 0) ambiguous.push({ field, columns: [match, ...more] });
    for (const column of more) accounted.add(column);
    columns.push({ ...match, field, kind });
  };
  for (const [field, known, among] of tables.flatMap(waysToMatch)) {
    const { kind } = fieldOf(noun, field);
    const found = among(file, known, kind).filter(
      ({ index, heading }) => !taken.has(index) && (!exact.has(field) || heading === field),
    );
    add(field, kind, found);
  }
  // What the software of a shop writes before a slash is a channel: `Google Shopping / MPN`.
  const halves = (preset ? [] : file).map((column) => ({
    column,
    fields: fieldsOfHalves(column.heading, noun, tables),
  }));
  for (const field of new Set(halves.flatMap(({ fields }) => fields))) {
    const found = halves.filter(({ column, fields }) => !taken.has(column.index) && fields.includes(field));
    const columnsFound = found.map(({ column }) => column);
    add(field, fieldOf(noun, field).kind, columnsFound);
  }
  return { columns, ambiguous, faults: before.faults };
}

/** The columns that are known and not imported, by the reason. The first reason counts. */
function knownColumns(columns: readonly FileColumn[], { notImported = [] }: FileTable): ColumnPlan['notImported'] {
  const groupOf = ({ heading }: FileColumn) => notImported.find(({ isNamedIn }) => isNamedIn(looseHeading(heading)));
  return notImported.flatMap((group) => {
    const found = columns.filter((column) => groupOf(column) === group);
    const why = typeof group.why === 'string' ? group.why : group.why(found.map(({ heading }) => heading));
    const { readBy } = group;
    return found.length === 0 ? [] : [{ why, columns: found, ...(readBy && { readBy }) }];
  });
}

type Among = (file: readonly FileColumn[], known: readonly string[], kind: Kind<unknown>) => readonly FileColumn[];

/** By a heading itself and, for fields that have none in this table, by one with a currency or unit behind it. */
const waysToMatch = (table: Readonly<Record<string, readonly string[]>>) =>
  [columnsAmong, columnsWithUnit].flatMap((among: Among) =>
    Object.entries(table).map(([field, known]) => [field, known, among] as const),
  );

const columnsWithUnit: Among = (file, known, kind) =>
  file.filter(({ heading }) => known.includes(withoutUnit(looseHeading(heading), kind)));

const columnsAmong = (file: readonly FileColumn[], known: readonly string[]): readonly FileColumn[] =>
  file.filter(({ heading }) => known.includes(looseHeading(heading)));

/** Whether a heading names a field, by name or by table, or is one of these. */
export function knownHeadings(noun: FileTable, more: readonly string[] = []): HeadingTest {
  const tables = [ownNames(noun), noun.headings, noun.firstHeadings ?? {}, ...(noun.otherHeadings ?? [])];
  const known = new Set([
    ...tables.flatMap((table) => Object.values(table)).flat(),
    ...(noun.price?.headingsWithVat ?? []),
    ...more,
  ]);
  return (heading) => {
    const loose = looseHeading(heading);
    return (
      known.has(loose) ||
      noun.draft.names.some((name) => known.has(withoutUnit(loose, fieldOf(noun, name).kind))) ||
      fieldsOfHalves(heading, noun, tables).length > 0
    );
  };
}
