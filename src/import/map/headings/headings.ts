import type { DraftField } from '../../../resources/draft-fields.ts';
import type { FileTable, Values } from '../../../resources/file-table.ts';
import { firstOf, nearest } from '../../../text/words.ts';
import type { FileFault } from '../../file/faults.ts';

export const fieldOf = ({ draft }: FileTable, name: string): DraftField => draft.fields[name] as DraftField;

/** A field at the beginning of its description: `SKU`. */
export const titleOf = (noun: FileTable, name: string): string => fieldOf(noun, name).about.replace(/;.*/, '');

/** The field of this name or alias, or of the name that it has where another noun is read from the same file. */
export function fieldNamed(noun: FileTable, nameOrAlias: string): string | undefined {
  const { draft, otherNames = {} } = noun;
  const named = draft.names.find((name) => name === nameOrAlias || fieldOf(noun, name).alias === nameOrAlias);
  return named ?? (Object.hasOwn(otherNames, nameOrAlias) ? otherNames[nameOrAlias] : undefined);
}

/** What a column can be mapped to: the fields, and the unit of a price. */
export const mappableNames = ({ draft, price }: Pick<FileTable, 'draft' | 'price'>): readonly string[] =>
  price ? [...draft.names, price.unit] : draft.names;

/** The fault of an option that names no field. */
export function noSuchField({ names, draft }: FileTable, option: string, name: string): FileFault {
  return {
    problem: `${option}: a ${names[0]} has no field "${name}".`,
    remedy: suggestion(name, draft.names, 'The fields are'),
  };
}

/** The nearest names, or all of them. */
export function suggestion(word: string, names: readonly string[], all: string): string {
  const near = nearest(word, names);
  const quoted = (some: readonly string[]): string => firstOf(some.map((name) => JSON.stringify(name)));
  return near.length > 0 ? `Did you mean ${quoted(near)}?` : `${all} ${quoted(names)}.`;
}

/**
 * The constants of `--set`, from typed text: an amount has a decimal point here, whatever the file's mark is.
 * @returns their values, and what is wrong with the others
 */
export function readConstants(
  noun: FileTable,
  set: Readonly<Record<string, string>>,
): { readonly values: Values; readonly faults: readonly FileFault[] } {
  const values: Record<string, unknown> = {};
  const faults: FileFault[] = [];
  for (const [typed, text] of Object.entries(set)) {
    const name = fieldNamed(noun, typed);
    const value = name && text.trim() !== '' ? fieldOf(noun, name).kind.typed(text) : undefined;
    if (name && value !== undefined) values[name] = value;
    else faults.push(name ? wrongConstant(noun, name, text) : noSuchField(noun, `--set ${typed}`, typed));
  }
  return { values, faults };
}

const wrongConstant = (noun: FileTable, name: string, text: string): FileFault => ({
  problem: `--set ${name}=${JSON.stringify(text)}: invalid ${name}.`,
  remedy: `It must be ${fieldOf(noun, name).kind.expects}, and not empty.`,
});
