import type { Importable } from '../../resources/importable.ts';
import type { Kind } from '../../resources/kind.ts';
import { looseHeading } from '../../text/words.ts';
import type { HeadingTest } from '../file/delimiter.ts';
import type { FileFault } from '../file/faults.ts';
import { fieldNamed, fieldOf, noSuchField, suggestion } from './headings.ts';
import type { Preset } from './presets/preset.ts';

interface FileColumn {
  /** 0 is the first of the file. */
  readonly index: number;
  readonly heading: string;
}

/** A column that is read, and its field. */
export interface Column extends FileColumn {
  readonly field: string;
  readonly kind: Kind<unknown>;
}

/** A column as messages and the description name it. */
export const columnName = ({ heading, index }: FileColumn): string =>
  heading.trim() === '' ? `column ${index + 1} (no heading)` : heading;

/** The options that decide what the columns are. */
interface ColumnOptions {
  readonly noun: Importable;
  /** Field → heading; wins over everything. One column may feed several fields. */
  readonly map: Readonly<Record<string, string>>;
  /** Fields with a constant for every row: their columns are not read. */
  readonly constants: readonly string[];
  /** Headings of a shop's export: those of fields, which come before the common ones, and those of no field. */
  readonly preset?: Pick<Preset, 'headings' | 'never'> | undefined;
  /** Whether prices include VAT: then a column whose heading says so is preferred. */
  readonly hasVat?: boolean;
}

export interface ColumnPlan {
  readonly noun: Importable;
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

/** The names of the fields in the API. */
const ownNames = (noun: Importable): Importable['headings'] =>
  Object.fromEntries(
    noun.draft.names.map((field) => [field, [field, fieldOf(noun, field).alias ?? field].map(looseHeading)]),
  );

/**
 * Matches columns to fields: by `map`, then by the name of the field, then by the tables of headings. Two columns that
 * match a field equally well are a fault.
 */
export function planColumns(headings: readonly string[], options: ColumnOptions): ColumnPlan {
  const { noun, map, constants, preset, hasVat } = options;
  const own = ownNames(noun);
  const file = headings.map((heading, index) => ({ index, heading }));
  const { columns, faults } = mappedColumns(file, options);
  const decided = new Set<string>([
    ...constants,
    ...Object.keys(map).map((target) => fieldNamed(noun, target) ?? target),
  ]);
  const accounted = new Set([
    ...columnsAmong(
      file,
      [...decided].flatMap((field) => own[field] ?? []),
    ),
    ...columnsAmong(file, preset?.never ?? []),
    ...file.filter(({ heading }) => rejectionColumns.includes(heading)),
  ]);
  const taken = new Set([...accounted, ...columns].map(({ index }) => index));
  const withVat = hasVat && noun.price ? { [noun.price.field]: noun.price.headingsWithVat } : {};
  const tables = [withVat, own, preset?.headings ?? {}, noun.headings];
  for (const [field, known] of tables.flatMap((table) => Object.entries(table))) {
    const [match, ...more] = columnsAmong(file, known).filter(({ index }) => !taken.has(index));
    if (!match || decided.has(field)) continue;
    decided.add(field);
    for (const { index } of [match, ...more]) taken.add(index);
    if (more.length > 0) faults.push(ambiguousField(field, [match, ...more]));
    columns.push({ ...match, field, kind: fieldOf(noun, field).kind });
  }
  columns.sort((left, right) => left.index - right.index);
  const ignored = file.filter(({ index }) => !columns.some((column) => column.index === index));
  return { noun, columns, ignored, unknown: ignored.filter((column) => !accounted.has(column)), faults };
}

const columnsAmong = (file: readonly FileColumn[], known: readonly string[]): readonly FileColumn[] =>
  file.filter(({ heading }) => known.includes(looseHeading(heading)));

/** Whether a heading names a field, by name or by table, or is one of these. */
export function knownHeadings(noun: Importable, more: readonly string[] = []): HeadingTest {
  const tables = [...Object.values(ownNames(noun)), ...Object.values(noun.headings)];
  const known = new Set([...tables.flat(), ...(noun.price?.headingsWithVat ?? []), ...more]);
  return (heading) => known.has(looseHeading(heading));
}

function mappedColumns(
  file: readonly FileColumn[],
  { noun, map }: ColumnOptions,
): { readonly columns: Column[]; readonly faults: FileFault[] } {
  const columns: Column[] = [];
  const faults: FileFault[] = [];
  for (const [target, heading] of Object.entries(map)) {
    const option = `--map ${target}=${JSON.stringify(heading)}`;
    const field = fieldNamed(noun, target);
    const found = columnsNamed(file, heading);
    const [only] = found;
    if (!field) faults.push(noSuchField(noun, option, target));
    if (!only) faults.push(noSuchColumn(option, heading, file));
    else if (found.length > 1)
      faults.push({
        problem: `${option}: ${found.length} columns have this heading${places(found)}.`,
        remedy: 'Rename one.',
      });
    else if (field) columns.push({ ...only, field, kind: fieldOf(noun, field).kind });
  }
  return { columns, faults };
}

function columnsNamed(file: readonly FileColumn[], wanted: string): readonly FileColumn[] {
  const exact = file.filter(({ heading }) => heading === wanted);
  const loose = looseHeading(wanted);
  return exact.length > 0 || loose === '' ? exact : file.filter(({ heading }) => looseHeading(heading) === loose);
}

function noSuchColumn(option: string, heading: string, file: readonly FileColumn[]): FileFault {
  const headings = file.map((column) => column.heading).filter((name) => name !== '');
  return {
    problem: `${option}: the file has no such column.`,
    remedy: suggestion(heading, headings, 'The columns are'),
  };
}

function ambiguousField(field: string, matches: readonly FileColumn[]): FileFault {
  const names = matches.map(({ heading }) => JSON.stringify(heading));
  const same = new Set(names).size < names.length;
  const remedy = same ? 'Rename or remove one.' : `Choose one: --map ${field}=${names[0]}`;
  return { problem: `More than one column matches ${field}: ${names.join(' and ')}${places(matches)}.`, remedy };
}

const places = (columns: readonly FileColumn[]): string =>
  ` (columns ${columns.map(({ index }) => index + 1).join(' and ')})`;
