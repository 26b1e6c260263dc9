import type { FileTable } from '../../../resources/file-table.ts';
import { firstOf, looseHeading, nearest } from '../../../text/words.ts';
import type { FileFault } from '../../file/faults.ts';
import type { FieldColumn, FileColumn } from './field-columns.ts';
import { fieldNamed, fieldOf, noSuchField, suggestion } from './headings.ts';

/** The columns that the user names, by `--map` or in a file of options, and those of them that a file lacks. */

/** The options that name columns. */
export interface MapOptions {
  readonly noun: FileTable;
  /** Field → heading, or `none`; wins over everything. One column may feed several fields. */
  readonly map: Readonly<Record<string, string>>;
  /** Where the heading of a field is from, if it was not typed: `brand.json`. */
  readonly mapFrom?: ((field: string) => string | undefined) | undefined;
}

/** The columns of fields that the user has mapped. */
export interface MappedColumns {
  readonly columns: readonly FieldColumn[];
  /** Fields that no column is read for. */
  readonly unread: readonly string[];
  /** The headings that the file does not have. */
  readonly missing: readonly MappedHeading[];
  readonly faults: readonly FileFault[];
}

/** A field and the heading of its column, as the user states them. */
interface MappedHeading {
  readonly target: string;
  readonly heading: string;
  /** The file that states it, if it was not typed. */
  readonly from: string | undefined;
}

/** The columns that these options name. */
export function mappedColumns(file: readonly FileColumn[], { noun, map, mapFrom }: MapOptions): MappedColumns {
  const mapped = Object.entries(map).map(([target, heading]) =>
    mappedColumn(file, noun, { target, heading, from: mapFrom?.(target) }),
  );
  return {
    columns: mapped.flatMap(({ columns }) => columns),
    unread: mapped.flatMap(({ unread }) => unread),
    missing: mapped.flatMap(({ missing }) => missing),
    faults: mapped.flatMap(({ faults }) => faults),
  };
}

function mappedColumn(file: readonly FileColumn[], noun: FileTable, mapped: MappedHeading): MappedColumns {
  const { target, heading } = mapped;
  const field = fieldNamed(noun, target);
  const found = columnsNamed(file, heading);
  const faults = field || target === noun.price?.unit ? [] : [noSuchField(noun, mapOption(mapped), target)];
  const [only, ...more] = found;
  if (field && only && more.length === 0)
    return { columns: [{ ...only, field, kind: fieldOf(noun, field).kind }], unread: [], missing: [], faults };
  // What the user has decided, if wrongly, is not for the tables to decide.
  const unread = field ? [field] : [];
  if (more.length > 0)
    return { columns: [], unread, missing: [], faults: [...faults, severalColumns(mapOption(mapped), found)] };
  return { columns: [], unread, missing: only || heading === none ? [] : [mapped], faults };
}

/** `--map price="Prijs"`, or where a file states it. */
const mapOption = ({ target, heading, from }: MappedHeading): string =>
  from === undefined
    ? `--map ${target}=${JSON.stringify(heading)}`
    : `${from}, "map": ${JSON.stringify(target)}: ${JSON.stringify(heading)}`;

const severalColumns = (option: string, found: readonly FileColumn[]): FileFault => ({
  problem: `${option}: ${found.length} columns have this heading${places(found)}.`,
  remedy: 'Rename one.',
});

/** `--map price=none`: the field is not read, where no column has that heading. */
const none = 'none';

function columnsNamed(file: readonly FileColumn[], wanted: string): readonly FileColumn[] {
  const exact = file.filter(({ heading }) => heading === wanted);
  const loose = looseHeading(wanted);
  return exact.length > 0 || loose === '' ? exact : file.filter(({ heading }) => looseHeading(heading) === loose);
}

/** Columns that were renamed are probably among those that the options do not name, whatever they are read as. */
export function noSuchColumns(
  { missing, columns }: Pick<MappedColumns, 'missing' | 'columns'>,
  file: readonly FileColumn[],
): readonly FileFault[] {
  const headings = namesOf(file);
  const named = new Set(columns.map(({ index }) => index));
  const unnamed = namesOf(file.filter(({ index }) => !named.has(index)));
  const typed = missing.filter(({ from }) => from === undefined);
  const files = new Set(missing.flatMap(({ from }) => (from === undefined ? [] : [from])));
  return [
    ...typed.map((one) => ({
      problem: `${mapOption(one)}: the file has no such column.`,
      remedy: suggestion(one.heading, headings, 'The columns are'),
    })),
    ...[...files].map((from) =>
      notInFile(
        from,
        missing.filter((one) => one.from === from),
        { headings, unnamed },
      ),
    ),
  ];
}

/** What an options file names, and the list does not have. */
function notInFile(
  from: string,
  missing: readonly MappedHeading[],
  { headings, unnamed }: { readonly headings: readonly string[]; readonly unnamed: readonly string[] },
): FileFault {
  const named = missing.map(({ target, heading }) => `${JSON.stringify(target)}: ${JSON.stringify(heading)}`);
  const meant = missing.flatMap(({ heading }) =>
    nearest(heading, headings).length > 0 ? [suggestion(heading, headings, '')] : [],
  );
  const quoted = unnamed.map((name) => JSON.stringify(name));
  const news = quoted.length === 0 ? `Every column of the file is in ${from}` : `Not in ${from}: ${firstOf(quoted)}`;
  const options = missing.map(({ target }) => `--map ${target}="<heading>"`).join(' ');
  return {
    problem: `${from}, "map": ${named.join(', ')}: the file has no such ${missing.length === 1 ? 'column' : 'columns'}.`,
    remedy: [...new Set(meant), `${news}.`, `Correct ${from}, or pass ${options}.`].join(' '),
  };
}

const namesOf = (columns: readonly FileColumn[]): readonly string[] =>
  columns.map(({ heading }) => heading).filter((name) => name !== '');

/** `(columns 1 and 3)` */
export const places = (columns: readonly FileColumn[]): string =>
  ` (columns ${columns.map(({ index }) => index + 1).join(' and ')})`;
