import { CliError } from '../errors.ts';
import { fieldAt, leafPaths, valueAt } from '../output/paths.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { nearest } from '../text/words.ts';

/** The fields that `--fields` selects, and which of them the printed records have. */
export interface FieldSelection {
  /** Undefined without `--fields`. */
  readonly paths: readonly string[] | undefined;
  /** Called with every printed record. */
  check(record: StoreRecord): void;
  /** The paths that neither the definition nor any printed record has; none if nothing was printed. */
  missing(): readonly string[];
  /** How many records were printed. */
  printed(): number;
}

/**
 * Reads `--fields`. A group or list may be named as a whole. If the API does not document the fields, any name is
 * accepted until the records are known.
 * @throws CliError `usage` with the nearest names, or with all names
 */
export function selectFields(text: string | undefined, definition: RecordDefinition | undefined): FieldSelection {
  const paths = text?.split(',').map((path) => inKnownCase(definition, path.trim()));
  const unknown = new Set(paths?.filter((path) => !definition || !isKnown(definition, path)));
  if (definition && !definition.isOpen && unknown.size > 0) throw noSuchField(definition, [...unknown]);
  let printed = 0;
  return {
    paths,
    check(record) {
      printed++;
      for (const path of unknown) if (hasValue(valueAt(record, path))) unknown.delete(path);
    },
    missing: () => (printed === 0 ? [] : [...unknown]),
    printed: () => printed,
  };
}

/** The path as the definition writes it: `SKU` is `sku`. */
function inKnownCase(definition: RecordDefinition | undefined, path: string): string {
  if (!definition || isKnown(definition, path)) return path;
  return leafPaths(definition.fields).find((leaf) => leaf.toLowerCase() === path.toLowerCase()) ?? path;
}

function isKnown({ fields }: RecordDefinition, path: string): boolean {
  return leafPaths(fields).some(
    (leaf) => leaf === path || leaf.startsWith(`${path}.`) || (path.startsWith(`${leaf}.`) && isOpenAt(fields, leaf)),
  );
}

function isOpenAt(fields: RecordDefinition['fields'], path: string): boolean {
  const field = fields[path.split('.')[0] ?? ''];
  return Boolean(field?.list || field?.open || (field?.group && Object.keys(field.group).length === 0));
}

/** For a list: whether one of its elements has a value. */
const hasValue = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 ? value.some(hasValue) : value !== undefined;

function noSuchField(definition: RecordDefinition, unknown: readonly string[]): CliError {
  const { fields } = definition;
  const near = [...new Set(unknown.flatMap((path) => [...ownId(definition, path), ...nearestFields(fields, path)]))];
  const names = unknown.map((path) => `"${path}"`).join(', ');
  return new CliError('usage', unknown.length > 1 ? `Unknown fields ${names}.` : `Unknown field ${names}.`, {
    field: '--fields',
    hint: `${near.length > 0 ? `Did you mean ${near.join(', ')}?\n` : ''}Fields: ${Object.keys(fields).join(', ')}`,
  });
}

/** `id` means the ID of the record, such as `customerId`. */
const ownId = ({ fields, identifiedBy }: RecordDefinition, path: string): readonly string[] =>
  lettersOf(path) === 'id' ? identifiedBy.filter((name) => Object.hasOwn(fields, name)).slice(0, 1) : [];

/** Fields whose path, last name or label is almost what was typed, or begins with it. */
function nearestFields(fields: RecordDefinition['fields'], path: string): readonly string[] {
  const wanted = lettersOf(path);
  const known = leafPaths(fields).map((name) => ({ name, alike: namesOf(fields, name) }));
  const names = known.flatMap(({ alike }) => alike);
  const near = nearest(wanted, names);
  const begun = names.filter((name) => wanted.length > 2 && name.startsWith(wanted));
  const best = near.includes(wanted) ? [wanted] : [...near, ...begun];
  return known.filter(({ alike }) => alike.some((name) => best.includes(name))).map(({ name }) => name);
}

/** The names of a field: its path, the last part of it, and its label. */
const namesOf = (fields: RecordDefinition['fields'], path: string): readonly string[] =>
  [path, path.split('.').at(-1) ?? '', fieldAt(fields, path)?.label ?? ''].map(lettersOf).filter((name) => name !== '');

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
