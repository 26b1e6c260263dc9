import type { Pager } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Format, listWriter, writeRecord } from '../output/formats.ts';
import { fieldAt, leafPaths, pick, valueAt } from '../output/paths.ts';
import type { ListSummary, ListWriter, Target, View } from '../output/view.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { Fields, StoreRecord } from '../resources/record-fields.ts';
import { nearest } from '../text/words.ts';
import type { Invocation } from './options.ts';

/** How a command prints records, in the chosen format. */
export interface Showing {
  /** The record for use in a question: masked with `--mask-pii`. */
  named<R extends StoreRecord>(definition: RecordDefinition, record: R): R;
  /** Prints one record. @param id the ID from the command line, for records without one */
  show(definition: RecordDefinition, record: StoreRecord, id?: string): Promise<void>;
  /** Prints a list that is whole. */
  showList(definition: RecordDefinition, records: readonly StoreRecord[]): Promise<ListSummary>;
  /** Begins a list. */
  list(definition: RecordDefinition): ListWriter;
  /** Prints the whole reply of a list, whose records are in `field`. JSON unless a format is named. */
  showEnvelope(definition: RecordDefinition, envelope: StoreRecord, field: string): Promise<void>;
  /** Prints a reply of any shape, or a list of them. JSON unless a format is named. */
  showAny(reply: StoreRecord | readonly StoreRecord[]): Promise<void>;
  /** Begins a list of records of any shape. JSON unless a format is named. */
  listAny(): ListWriter;
}

interface ShowingOptions extends Pick<Invocation, 'settings' | 'options'> {
  /** `--fields` */
  readonly selection: FieldSelection;
  readonly target: Target;
  /** `--mask-pii`: returns the record without personal data. */
  readonly mask: ((fields: Fields, record: StoreRecord) => StoreRecord) | undefined;
  readonly pager: Pager | undefined;
}

/** The only way to print a record, so that none is printed unmasked. */
export function createShowing({
  settings,
  options: { quiet, allFields: all },
  selection,
  target,
  mask = (_, record) => record,
  pager,
}: ShowingOptions): Showing {
  const format: Format = quiet ? 'ids' : settings.output;
  const anyFormat = settings.outputNamed ? format : 'json';
  const prepared = (fields: Fields, record: StoreRecord): StoreRecord => {
    selection.check(record);
    return mask(fields, record);
  };
  const viewOf = ({ fields, page, idOf }: RecordDefinition, id = ''): View => ({
    fields,
    page,
    all,
    only: selection.paths,
    idOf: (record) => idOf(record) || id,
  });
  const anything: View = { fields: {}, all, only: selection.paths };
  const listIn = (chosen: Format, view: View): ListWriter => {
    const writer = pagedWriter(chosen, view, target, pager);
    return { ...writer, add: (records) => writer.add(records.map((record) => prepared(view.fields, record))) };
  };
  const showIn = async (chosen: Format, view: View, records: readonly StoreRecord[]): Promise<ListSummary> => {
    const writer = listIn(chosen, view);
    await writer.add(records);
    return await writer.end();
  };
  return {
    named: ({ fields }, record) => mask(fields, record) as typeof record,
    show: (definition, record, id) =>
      writeRecord(format, viewOf(definition, id), prepared(definition.fields, record), target),
    showList: (definition, records) => showIn(format, viewOf(definition), records),
    list: (definition) => listIn(format, viewOf(definition)),
    listAny: () => listIn(anyFormat, anything),
    async showAny(reply) {
      if (isList(reply)) await showIn(anyFormat, anything, reply);
      else await writeRecord(anyFormat, anything, prepared({}, reply), target);
    },
    async showEnvelope(definition, envelope, field) {
      const fields: Fields = { [field]: { label: field, list: true, group: definition.fields } };
      const records = envelope[field] as readonly StoreRecord[];
      for (const record of records) selection.check(record);
      const picked =
        selection.paths === undefined ? records : records.map((record) => pick(record, selection.paths ?? []));
      await writeRecord(anyFormat, { fields, all }, mask(fields, { ...envelope, [field]: picked }), target);
    },
  };
}

/** A table at a terminal goes through the pager, from its first line on. */
function pagedWriter(format: Format, view: View, target: Target, pager: Pager | undefined): ListWriter {
  if (!pager || format !== 'table' || target.width === undefined) return listWriter(format, view, target);
  const write: Target['write'] = async (text) => {
    await pager.begin();
    await target.write(text);
  };
  const writer = listWriter(format, view, { ...target, write });
  return {
    add: writer.add,
    end: async () => await writer.end().finally(pager.end),
    breakOff: async () => await writer.breakOff().finally(pager.end),
  };
}

const isList = (reply: StoreRecord | readonly StoreRecord[]): reply is readonly StoreRecord[] => Array.isArray(reply);

/** The fields that `--fields` selects, and which of them the printed records have. */
interface FieldSelection {
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
