import { CliError } from '../errors.ts';
import { pathLabel } from '../output/display.ts';
import { fieldAt, leafPaths, splitPath, valueAt } from '../output/paths.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { Fields, StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { either, nearest } from '../text/words.ts';
import { noteNumber, writtenNumber } from '../text/written-numbers.ts';

/** The fields that `--fields` selects, and which of them the printed records have. */
export interface FieldSelection {
  /** Undefined without `--fields`. */
  readonly paths: readonly string[] | undefined;
  /**
   * Called with every printed record. @param isOnly of a read that prints no other: refused if it has none of the fields
   * @throws CliError `usage` that names the fields that it has
   */
  check(record: StoreRecord, isOnly?: boolean): void;
  /** The record with the values that are selected by another path than its own: `purchasePrice` of `prices`. */
  filled(record: StoreRecord): StoreRecord;
  /** The paths that no printed record has; none if nothing was printed, or if shop-cli makes the records. */
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
  const paths = text?.split(',').map((path) => pathNamed(definition, path.trim()));
  const unknown = new Set(paths?.filter((path) => !definition || !isKnown(definition, path)));
  if (definition && !definition.isOpen && unknown.size > 0)
    throw noSuchField(definition.fields, [...unknown], definition.identifiedBy);
  const absent = new Set(definition?.isOwn ? unknown : paths);
  const elsewhere = paths?.flatMap((path) => {
    const other = definition?.elsewhere.get(path);
    return other === undefined ? [] : [[path, other] as const];
  });
  let printed = 0;
  return {
    paths,
    filled: (record) =>
      elsewhere?.reduce((filled, [path, other]) => withValueFrom(filled, path, other), record) ?? record,
    check(record, isOnly = false) {
      printed++;
      for (const path of absent) {
        if (!hasValue(valueAt(record, path))) continue;
        absent.delete(path);
        unknown.delete(path);
      }
      if (isOnly && unknown.size > 0 && unknown.size === new Set(paths).size)
        throw noSuchField(fieldsOf(record, definition), [...unknown]);
    },
    missing: () => (printed === 0 ? [] : [...absent]),
    printed: () => printed,
  };
}

/** The record with a value at a path where it has it at another one alone. Of both, one is in a group. */
function withValueFrom(record: StoreRecord, path: string, other: string): StoreRecord {
  const value = valueAt(record, other);
  if (value === undefined || valueAt(record, path) !== undefined) return record;
  const source = placeIn(record, other);
  const place = placeIn(record, path);
  const holder = { ...place.holder, [place.name]: value };
  const text = writtenNumber(source.holder, source.name);
  if (text !== undefined) noteNumber(holder, place.name, text, Number(text));
  return place.holder === record ? holder : { ...record, [splitPath(path)[0]]: holder };
}

/** The object that has the value of a path of one or two names. */
function placeIn(record: StoreRecord, path: string): { readonly holder: StoreRecord; readonly name: string } {
  const [name, rest] = splitPath(path);
  if (rest === undefined) return { holder: record, name };
  const group = record[name];
  return { holder: isObject(group) ? group : {}, name: rest };
}

/** The fields of a record, with their labels where they are known. */
const fieldsOf = (record: StoreRecord, { fields }: Pick<RecordDefinition, 'fields'> = { fields: {} }): Fields =>
  Object.fromEntries(Object.keys(record).map((name) => [name, fieldAt(fields, name) ?? { label: name }]));

/** The path as the definition writes it: `SKU` is `sku`, and the heading `Country code` is `country.isoCode2`. */
function pathNamed(definition: RecordDefinition | undefined, text: string): string {
  if (!definition || isKnown(definition, text)) return text;
  const { fields } = definition;
  const wanted = text.toLowerCase();
  const leaves = leafPaths(fields);
  const headed = leaves.filter((leaf) => pathLabel(fields, leaf).toLowerCase() === wanted);
  return leaves.find((leaf) => leaf.toLowerCase() === wanted) ?? (headed.length === 1 ? headed[0] : undefined) ?? text;
}

function isKnown({ fields }: RecordDefinition, path: string): boolean {
  return leafPaths(fields).some(
    (leaf) => leaf === path || leaf.startsWith(`${path}.`) || (path.startsWith(`${leaf}.`) && isOpenAt(fields, leaf)),
  );
}

function isOpenAt(fields: Fields, path: string): boolean {
  const field = fields[path.split('.')[0] ?? ''];
  return Boolean(field?.list || field?.open || (field?.group && Object.keys(field.group).length === 0));
}

/** For a list: whether one of its elements has a value. */
const hasValue = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 ? value.some(hasValue) : value !== undefined;

/** @param ids the fields that identify a record: `id` means the first of them that it has, such as `customerId` */
function noSuchField(fields: Fields, unknown: readonly string[], ids: readonly string[] = []): CliError {
  const ownId = ids.filter((name) => Object.hasOwn(fields, name)).slice(0, 1);
  const near = unknown.flatMap((path) => {
    const meant = new Set([...(lettersOf(path) === 'id' ? ownId : []), ...nearest(path, leafPaths(fields))]);
    if (meant.size === 0) return [];
    return `${unknown.length > 1 ? `"${path}": did` : 'Did'} you mean ${either([...meant])}?\n`;
  });
  const names = unknown.map((path) => `"${path}"`).join(', ');
  return new CliError('usage', unknown.length > 1 ? `Unknown fields ${names}.` : `Unknown field ${names}.`, {
    field: '--fields',
    hint: `${near.join('')}Fields: ${Object.keys(fields).join(', ')}`,
  });
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
