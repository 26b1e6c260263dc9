import { CliError } from '../errors.ts';
import { fieldAt, leafPaths, valueAt } from '../output/paths.ts';
import type { RecordDefinition, StoreRecord } from '../resources/record.ts';
import { nearest } from '../text/nearest.ts';

/** The paths of `--fields`, and which of them were found in what was printed. */
export interface AskedFields {
  /** Undefined: everything. */
  readonly paths: readonly string[] | undefined;
  /** Takes note of the fields of a record that is printed. */
  see(record: StoreRecord): void;
  /** The paths that the definition does not know, and that no printed record had; none when nothing was printed. */
  unseen(): readonly string[];
}

/**
 * Reads `--fields`. Groups and lists may be named as a whole. Without a definition, and where the API documents no
 * fields, any name may be right: only the records can tell.
 * @throws CliError `usage` that names the nearest, or else all there are.
 */
export function askedFields(asked: string | undefined, definition: RecordDefinition | undefined): AskedFields {
  const paths = asked?.split(',').map((path) => inKnownCase(definition, path.trim()));
  const unknown = new Set(paths?.filter((path) => !definition || !isKnown(definition, path)));
  if (definition && !definition.isOpen && unknown.size > 0) throw noSuchField(definition, [...unknown]);
  let printed = 0;
  return {
    paths,
    see(record) {
      printed++;
      for (const path of unknown) if (hasValue(valueAt(record, path))) unknown.delete(path);
    },
    unseen: () => (printed === 0 ? [] : [...unknown]),
  };
}

/** `SKU` is `sku`: a path that differs from one of the definition in case alone. */
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

/** Of a list, whether one of its elements has it. */
const hasValue = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 ? value.some(hasValue) : value !== undefined;

function noSuchField(definition: RecordDefinition, unknown: readonly string[]): CliError {
  const { fields } = definition;
  const near = [...new Set(unknown.flatMap((path) => [...ownId(definition, path), ...nearestFields(fields, path)]))];
  const names = unknown.map((path) => `"${path}"`).join(', ');
  return new CliError('usage', unknown.length > 1 ? `Unknown fields ${names}.` : `Unknown field ${names}.`, {
    field: '--fields',
    hint:
      near.length > 0
        ? `Did you mean ${near.join(', ')}? --json shows them all.`
        : `Fields: ${Object.keys(fields).join(', ')}`,
  });
}

/** `id` is most likely the record's own, whatever that is called. */
const ownId = ({ fields, identifiedBy }: RecordDefinition, path: string): readonly string[] =>
  lettersOf(path) === 'id' ? identifiedBy.filter((name) => Object.hasOwn(fields, name)).slice(0, 1) : [];

/**
 * Names are exact; one that differs in case, in a dash or in its group, or is a label, is most likely meant, and else
 * one that is nearly the same or begins so.
 */
function nearestFields(fields: RecordDefinition['fields'], path: string): readonly string[] {
  const wanted = lettersOf(path);
  const known = leafPaths(fields).map((name) => ({ name, alike: namesOf(fields, name) }));
  const names = known.flatMap(({ alike }) => alike);
  const near = nearest(wanted, names);
  const begun = names.filter((name) => wanted.length > 2 && name.startsWith(wanted));
  const best = near.includes(wanted) ? [wanted] : [...near, ...begun];
  return known.filter(({ alike }) => alike.some((name) => best.includes(name))).map(({ name }) => name);
}

/** What a field may be called: by its path, by the last name of it, by its label. */
const namesOf = (fields: RecordDefinition['fields'], path: string): readonly string[] =>
  [path, path.split('.').at(-1) ?? '', fieldAt(fields, path)?.label ?? ''].map(lettersOf).filter((name) => name !== '');

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
