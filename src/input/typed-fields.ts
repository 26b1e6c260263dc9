import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';

/** `-f` takes the value as text; `-F` reads true, false, null and numbers as such, and `@file` as a file's text. */
interface TypedField {
  readonly text: string;
  readonly isTyped: boolean;
}

/**
 * The JSON object that `-f` and `-F` describe, written as for `gh api`: `field=text`, `country[title]=x`,
 * `products[][uprid]=206`, `tags[]=a`.
 * @throws CliError `usage` for what is not of this form.
 */
export async function fieldsToJson(
  fields: readonly TypedField[],
  readFile: (path: string) => Promise<string | undefined>,
): Promise<Readonly<Record<string, Json>>> {
  const root = newObject();
  for (const { text, isTyped } of fields) {
    const match = /^([^=[\]]+)((?:\[[^[\]]*\])*)=(.*)$/s.exec(text);
    if (!match)
      throw new CliError('usage', `Invalid field "${text}": expected name=value.`, { field: isTyped ? '-F' : '-f' });
    const [, name = '', brackets = '', value = ''] = match;
    const path = [name, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')];
    if (!place(root, path, isTyped ? await typedValue(value, readFile) : value))
      throw new CliError('usage', `"${text}" conflicts with another field of the same name.`, { field: '-F' });
  }
  return root;
}

type Branch = Record<string, Json> | Json[];

/** Without a prototype, whose names could be those of fields. */
const newObject = (): Record<string, Json> => Object.create(null);

/** A JSON number has at most this many exact digits; longer ones stay text. */
const exactDigits = 15;

async function typedValue(text: string, readFile: (path: string) => Promise<string | undefined>): Promise<Json> {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= exactDigits) return Number(text);
  if (!text.startsWith('@')) return text;
  const content = await readFile(text.slice(1));
  if (content === undefined) throw new CliError('usage', `File not found: ${text.slice(1)}.`, { field: '-F' });
  return content;
}

/**
 * Puts a value at its path. `[]` appends to an array; `[][a]` fills the last object of it until `a` is there, then
 * begins another. False for a name that is given twice, or as a value here and as a group or list there.
 */
function place(branch: unknown, [step = '', ...rest]: readonly string[], value: Json): boolean {
  if (!isBranch(branch) || Array.isArray(branch) !== (step === '')) return false;
  const [next] = rest;
  const existing = Array.isArray(branch) ? lastOf(branch, next) : branch[step];
  if (existing !== undefined) return next !== undefined && place(existing, rest, value);
  const added = next === undefined ? value : next === '' ? [] : newObject();
  if (Array.isArray(branch)) branch.push(added);
  else branch[step] = added;
  return next === undefined || place(added, rest, value);
}

/** The last element of an array, where `next` can still go into it. */
function lastOf(array: readonly Json[], next: string | undefined): Json | undefined {
  const last = array.at(-1);
  if (next === undefined || last === undefined || !isBranch(last)) return undefined;
  if (Array.isArray(last) || next === '') return Array.isArray(last) && next === '' ? last : undefined;
  return last[next] === undefined || Array.isArray(last[next]) ? last : undefined;
}

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;
