import { newProduct } from '../../resources/products.ts';
import type { FileFault } from './faults.ts';
import { commonHeadings, type Headings, isPriceWithVat, looseHeading, plainHeading } from './headings.ts';
import { memberNamed, memberOf, noSuchMember, type ProductMember, suggestion } from './members.ts';
import type { Preset } from './presets/preset.ts';

/** A column of the file that is read, and what it becomes. */
export interface Column {
  /** 0 is the first of the file. */
  readonly index: number;
  readonly heading: string;
  readonly member: ProductMember;
}

type FileColumn = Omit<Column, 'member'>;

interface ColumnOptions {
  /** Member → heading; wins over everything. One column may feed several members. */
  readonly map: Readonly<Record<string, string>>;
  /** Members with a constant for every row: their columns are not read. */
  readonly constants: readonly string[];
  /** Headings of a shop's export: before the common ones, and those that are no member's. */
  readonly preset?: Pick<Preset, 'headings' | 'never'> | undefined;
  /** Whether prices include VAT: a column that says so then comes before all others. */
  readonly vatIncluded?: boolean;
}

export interface ColumnPlan {
  /** In the order of the file. */
  readonly columns: readonly Column[];
  /** Columns that are not read. */
  readonly ignored: readonly FileColumn[];
  /** Those of them that no option overrules. */
  readonly unknown: readonly FileColumn[];
  readonly faults: readonly FileFault[];
}

/** What our files of rejected rows have beside the columns of the catalogue: ignored when they are imported again. */
export const rejectionColumns: readonly string[] = ['error_line', 'error_field', 'error_message'];

/**
 * Which column becomes which member: as `map` says, else by the member's exact name, else by its name without regard to case, spaces, `_` and
 * `-`, else by the tables of headings. Two columns that claim a member equally are a fault.
 */
export function planColumns(headings: readonly string[], options: ColumnOptions): ColumnPlan {
  const file = headings.map((heading, index) => ({ index, heading }));
  const mapped = mappedColumns(file, options.map);
  const columns = [...mapped.columns];
  const faults = [...mapped.faults];
  const decided = new Set<string>([
    ...options.constants,
    ...Object.keys(options.map).map((given) => memberNamed(given) ?? given),
  ]);
  const overruled = new Set(
    file.filter(({ heading }) => ownNames.some(({ member, fits }) => decided.has(member) && fits(heading))),
  );
  const never = file.filter(({ heading }) => options.preset?.never.includes(looseHeading(heading)));
  const without = new Set<FileColumn>([
    ...file.filter(({ index }) => columns.some((column) => column.index === index)),
    ...overruled,
    ...never,
  ]);
  for (const { member, fits } of claimsInTurn(options)) {
    const claims = file.filter((column) => !without.has(column) && fits(column.heading));
    if (claims.length === 0 || decided.has(member)) continue;
    decided.add(member);
    for (const claim of claims) without.add(claim);
    if (claims.length > 1) faults.push(rivals(member, claims));
    columns.push(...claims.slice(0, 1).map((column) => ({ ...column, member })));
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

const claimsInTurn = ({ preset, vatIncluded = false }: ColumnOptions): readonly Claim[] => [
  ...(vatIncluded ? [{ member: 'price', fits: isPriceWithVat } as const] : []),
  ...exactNames,
  ...ownNames,
  ...tableNames(preset?.headings ?? {}),
  ...tableNames(commonHeadings),
];

/** A way to recognise a member's column. */
interface Claim {
  readonly member: ProductMember;
  fits(heading: string): boolean;
}

const exactNames: readonly Claim[] = newProduct.names.map((member) => ({
  member,
  fits: (heading) => heading === member,
}));

const ownNames: readonly Claim[] = newProduct.names.map((member) => {
  const names = [member, memberOf(member).alias ?? member].map(plainHeading);
  return { member, fits: (heading) => names.includes(plainHeading(heading)) };
});

const tableNames = (table: Headings): readonly Claim[] =>
  Object.entries(table).map(([member, known]) => ({
    member: member as ProductMember,
    fits: (heading) => looseHeading(heading) === looseHeading(member) || known.includes(looseHeading(heading)),
  }));

/** Whether a heading is some member's by name or table. */
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
  for (const [given, heading] of Object.entries(map)) {
    const member = memberNamed(given);
    const found = columnsNamed(file, heading);
    const [only] = found;
    if (!member) faults.push(noSuchMember(`--map ${given}=${JSON.stringify(heading)}`, given));
    if (found.length !== 1) faults.push(noSuchColumn(given, heading, file, found));
    else if (member && only) columns.push({ ...only, member });
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
  given: string,
  heading: string,
  file: readonly FileColumn[],
  found: readonly FileColumn[],
): FileFault {
  const option = `--map ${given}=${JSON.stringify(heading)}`;
  if (found.length > 0)
    return {
      problem: `${option}: the header has ${found.length} such columns${places(found)}.`,
      remedy: 'Rename one.',
    };
  const headings = file.map((column) => column.heading).filter((name) => name !== '');
  return {
    problem: `${option}: the header has no such column.`,
    remedy: suggestion(heading, headings, 'Its columns are'),
  };
}

function rivals(member: string, claims: readonly FileColumn[]): FileFault {
  const [first] = claims;
  const names = claims.map(({ heading }) => JSON.stringify(heading)).join(' and ');
  const same = new Set(claims.map(({ heading }) => heading)).size < claims.length;
  const remedy = same
    ? 'Rename or remove one of them.'
    : `Say which one with --map, such as --map ${member}=${JSON.stringify(first?.heading)}.`;
  return { problem: `The columns ${names} of the header could each be ${member}${places(claims)}.`, remedy };
}

const places = (columns: readonly FileColumn[]): string =>
  ` (columns ${columns.map(({ index }) => index + 1).join(' and ')})`;
