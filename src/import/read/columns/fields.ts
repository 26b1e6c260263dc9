import type { DraftField } from '../../../resources/draft-fields.ts';
import { type NewProduct, newProduct } from '../../../resources/products.ts';
import { nearest } from '../../../text/words.ts';
import type { FileFault } from '../faults.ts';

export type ProductField = keyof NewProduct & string;

export const fieldOf = (name: ProductField): DraftField => newProduct.fields[name] as DraftField;

/** The field of this name or alias. */
export function fieldNamed(nameOrAlias: string): ProductField | undefined {
  return newProduct.names.find((name) => name === nameOrAlias || fieldOf(name).alias === nameOrAlias);
}

/** The fault of an option that names no field. */
export function noSuchField(option: string, name: string): FileFault {
  return {
    problem: `${option}: a product has no field "${name}".`,
    remedy: suggestion(name, newProduct.names, 'The fields are'),
  };
}

/** The nearest names, or all of them. */
export function suggestion(word: string, names: readonly string[], all: string): string {
  const near = nearest(word, names);
  const quoted = (some: readonly string[]): string => some.map((name) => JSON.stringify(name)).join(', ');
  return near.length > 0 ? `Did you mean ${quoted(near)}?` : `${all} ${quoted(names)}.`;
}

/**
 * The constants of `--set`, from typed text: an amount has a decimal point here, whatever the file's mark is.
 * @returns their values, and what is wrong with the others
 */
export function readConstants(set: Readonly<Record<string, string>>): {
  readonly values: NewProduct;
  readonly faults: readonly FileFault[];
} {
  const values: Record<string, unknown> = {};
  const faults: FileFault[] = [];
  for (const [typed, text] of Object.entries(set)) {
    const name = fieldNamed(typed);
    const value = name && text.trim() !== '' ? fieldOf(name).kind.typed(text) : undefined;
    if (name && value !== undefined) values[name] = value;
    else faults.push(name ? wrongConstant(name, text) : noSuchField(`--set ${typed}`, typed));
  }
  return { values: values as NewProduct, faults };
}

const wrongConstant = (name: ProductField, text: string): FileFault => ({
  problem: `--set ${name}=${JSON.stringify(text)}: invalid ${name}.`,
  remedy: `It must be ${fieldOf(name).kind.expects}, and not empty.`,
});
