import { CliError } from '../errors.ts';
import type { Json } from '../resources/kinds.ts';

/** `-f` takes the value as text; `-F` reads true, false, null and numbers as such, and `@file` as a file's text. */
export interface TypedField {
  readonly text: string;
  readonly isTyped: boolean;
}

/**
 * The JSON object that `-f` and `-F` describe, written as for `gh api`: `member=text`, `country[title]=x`, `products[][uprid]=206`, `tags[]=a`.
 * @throws CliError `usage` for what is not of this form.
 */
export async function fieldsToJson(
  fields: readonly TypedField[],
  readFile: (path: string) => Promise<string | undefined>,
): Promise<Readonly<Record<string, Json>>> {
  const root: Branch = new Map();
  for (const { text, isTyped } of fields) {
    const match = /^([^=[\]]+)((?:\[[^[\]]*\])*)=(.*)$/s.exec(text);
    if (!match) throw new CliError('usage', `"${text}" is not of the form member=value.`, { field: isTyped ? '-F' : '-f' });
    const [, name = '', brackets = '', value = ''] = match;
    const path = [name, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')];
    place(root, path, isTyped ? await typedValue(value, readFile) : value);
  }
  return toObject(root);
}

type Branch = Map<string, Branch | Json> | (Branch | Json)[];

/** A JSON number carries so many digits exactly; longer ones stay text. */
const exactDigits = 15;

async function typedValue(text: string, readFile: (path: string) => Promise<string | undefined>): Promise<Json> {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= exactDigits) return Number(text);
  if (!text.startsWith('@')) return text;
  const content = await readFile(text.slice(1));
  if (content === undefined) throw new CliError('usage', `There is no file ${text.slice(1)}.`, { field: '-F' });
  return content;
}

/** Puts a value at its path. `[]` appends to an array; `[][a]` fills the last object of it until `a` is there, then begins another. */
function place(branch: Branch, [step = '', ...rest]: readonly string[], value: Json): void {
  const next = rest[0];
  if (next === undefined) put(branch, step, value);
  else place(childOf(branch, step, next === '' ? [] : new Map(), rest), rest, value);
}

function put(branch: Branch, step: string, value: Json): void {
  if (Array.isArray(branch)) branch.push(value);
  else branch.set(step, value);
}

function childOf(branch: Branch, step: string, fresh: Branch, rest: readonly string[]): Branch {
  const existing = Array.isArray(branch) ? branch.at(-1) : branch.get(step);
  const isFull = Array.isArray(branch) && existing instanceof Map && existing.has(rest[0] ?? '');
  if (!isFull && (existing instanceof Map || Array.isArray(existing))) return existing as Branch;
  if (Array.isArray(branch)) branch.push(fresh);
  else branch.set(step, fresh);
  return fresh;
}

function toObject(branch: Branch): Readonly<Record<string, Json>> {
  return toJson(branch) as Readonly<Record<string, Json>>;
}

function toJson(value: Branch | Json): Json {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [name, toJson(member)]));
  return Array.isArray(value) ? value.map((element) => toJson(element as Branch | Json)) : (value as Json);
}
