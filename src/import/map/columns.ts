import { newProduct } from '../../resources/products.ts';
import type { FileFault } from '../file/faults.ts';
import {
  commonHeadings,
  fieldNamed,
  fieldOf,
  type Headings,
  isPriceWithVat,
  looseHeading,
  noSuchField,
  type ProductField,
  plainHeading,
  suggestion,
} from './headings.ts';
import type { Preset } from './presets/preset.ts';

/** A column that is read, and its field. */
export interface Column {
  /** 0 is the first of the file. */
  readonly index: number;
  readonly heading: string;
  readonly field: ProductField;
}

/** A column as messages and the description name it. */
export const columnName = ({ heading, index }: FileColumn): string =>
  heading.trim() === '' ? `column ${index + 1} (no heading)` : heading;

type FileColumn = Omit<Column, 'field'>;

/** The options that decide what the columns are. */
export interface ColumnOptions {
  /** Field → heading; wins over everything. One column may feed several fields. */
  readonly map: Readonly<Record<string, string>>;
  /** Fields with a constant for every row: their columns are not read. */
  readonly constants: readonly string[];
  /** Headings of a shop's export: those of fields, which come before the common ones, and those of no field. */
  readonly preset?: Pick<Preset, 'headings' | 'never'> | undefined;
  /** Whether prices include VAT: then a column whose heading says so is preferred. */
  readonly vatIncluded?: boolean;
  /** Whether unknown columns are a fault. */
  readonly strictColumns?: boolean | undefined;
  /** Whether to generate a key for rows without one. */
  readonly generateSku?: boolean | undefined;
}

export interface ColumnPlan {
  /** In the order of the file. */
  readonly columns: readonly Column[];
  /** Columns that are not read. */
  readonly ignored: readonly FileColumn[];
  /** Ignored columns that no option, preset or rejected file accounts for. */
  readonly unknown: readonly FileColumn[];
  readonly faults: readonly FileFault[];
}

/** The extra columns of a rejected file, ignored when it is imported again. */
export const rejectionColumns: readonly string[] = ['error_line', 'error_field', 'error_message'];

/**
 * Matches columns to fields: by `map`, then the exact name, then the name regardless of case, spaces, `_` and
 * `-`, then the tables of headings. Two columns that match a field equally well are a fault.
 */
export function planColumns(headings: readonly string[], options: ColumnOptions): ColumnPlan {
  const file = headings.map((heading, index) => ({ index, heading }));
  const mapped = mappedColumns(file, options.map);
  const columns = [...mapped.columns];
  const faults = [...mapped.faults];
  const decided = new Set<string>([
    ...options.constants,
    ...Object.keys(options.map).map((target) => fieldNamed(target) ?? target),
  ]);
  const overruled = new Set(
    file.filter(({ heading }) => ownNames.some(({ field, fits }) => decided.has(field) && fits(heading))),
  );
  const never = file.filter(({ heading }) => options.preset?.never.includes(looseHeading(heading)));
  const without = new Set<FileColumn>([
    ...file.filter(({ index }) => columns.some((column) => column.index === index)),
    ...overruled,
    ...never,
  ]);
  for (const { field, fits } of matchersInOrder(options)) {
    const matches = file.filter((column) => !without.has(column) && fits(column.heading));
    if (matches.length === 0 || decided.has(field)) continue;
    decided.add(field);
    for (const match of matches) without.add(match);
    if (matches.length > 1) faults.push(ambiguousField(field, matches));
    columns.push(...matches.slice(0, 1).map((column) => ({ ...column, field })));
  }
  const ignored = file.filter(({ index }) => !columns.some((column) => column.index === index));
  columns.sort((left, right) => left.index - right.index);
  return {
    columns,
    ignored,
    unknown: ignored.filter(
      (column) => !overruled.has(column) && !never.includes(column) && !rejectionColumns.includes(column.heading),
    ),
    faults,
  };
}

const matchersInOrder = ({ preset, vatIncluded = false }: ColumnOptions): readonly Matcher[] => [
  ...(vatIncluded ? [{ field: 'price', fits: isPriceWithVat } as const] : []),
  ...exactNames,
  ...ownNames,
  ...tableNames(preset?.headings ?? {}),
  ...tableNames(commonHeadings),
];

/** A way to recognise a field's column. */
interface Matcher {
  readonly field: ProductField;
  fits(heading: string): boolean;
}

const exactNames: readonly Matcher[] = newProduct.names.map((field) => ({
  field,
  fits: (heading) => heading === field,
}));

const ownNames: readonly Matcher[] = newProduct.names.map((field) => {
  const names = [field, fieldOf(field).alias ?? field].map(plainHeading);
  return { field, fits: (heading) => names.includes(plainHeading(heading)) };
});

const tableNames = (table: Headings): readonly Matcher[] =>
  Object.entries(table).map(([field, known]) => ({
    field: field as ProductField,
    fits: (heading) => looseHeading(heading) === looseHeading(field) || known.includes(looseHeading(heading)),
  }));

/** Whether a heading names a field, by name or by table. */
export function isKnownHeading(heading: string, tables: readonly Headings[] = []): boolean {
  return (
    [...ownNames, ...[...tables, commonHeadings].flatMap(tableNames)].some(({ fits }) => fits(heading)) ||
    isPriceWithVat(heading)
  );
}

function mappedColumns(
  file: readonly FileColumn[],
  map: Readonly<Record<string, string>>,
): Pick<ColumnPlan, 'columns' | 'faults'> {
  const columns: Column[] = [];
  const faults: FileFault[] = [];
  for (const [target, heading] of Object.entries(map)) {
    const field = fieldNamed(target);
    const found = columnsNamed(file, heading);
    const [only] = found;
    if (!field) faults.push(noSuchField(`--map ${target}=${JSON.stringify(heading)}`, target));
    if (found.length !== 1) faults.push(noSuchColumn(target, heading, file, found));
    else if (field && only) columns.push({ ...only, field });
  }
  return { columns, faults };
}

function columnsNamed(file: readonly FileColumn[], heading: string): readonly FileColumn[] {
  const exact = file.filter((column) => column.heading === heading);
  const alike = (column: FileColumn): boolean =>
    column.heading !== '' && plainHeading(column.heading) === plainHeading(heading);
  return exact.length > 0 ? exact : file.filter(alike);
}

function noSuchColumn(
  target: string,
  heading: string,
  file: readonly FileColumn[],
  found: readonly FileColumn[],
): FileFault {
  const option = `--map ${target}=${JSON.stringify(heading)}`;
  if (found.length > 0)
    return {
      problem: `${option}: ${found.length} columns have this heading${places(found)}.`,
      remedy: 'Rename one.',
    };
  const headings = file.map((column) => column.heading).filter((name) => name !== '');
  return {
    problem: `${option}: the file has no such column.`,
    remedy: suggestion(heading, headings, 'The columns are'),
  };
}

function ambiguousField(field: string, matches: readonly FileColumn[]): FileFault {
  const [first] = matches;
  const names = matches.map(({ heading }) => JSON.stringify(heading)).join(' and ');
  const same = new Set(matches.map(({ heading }) => heading)).size < matches.length;
  const remedy = same ? 'Rename or remove one.' : `Choose one: --map ${field}=${JSON.stringify(first?.heading)}`;
  return { problem: `More than one column matches ${field}: ${names}${places(matches)}.`, remedy };
}

const places = (columns: readonly FileColumn[]): string =>
  ` (columns ${columns.map(({ index }) => index + 1).join(' and ')})`;
