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
  const root: Branch = new Map();
  for (const { text, isTyped } of fields) {
    const match = /^([^=[\]]+)((?:\[[^[\]]*\])*)=(.*)$/s.exec(text);
    if (!match)
      throw new CliError('usage', `Invalid field "${text}": expected name=value.`, { field: isTyped ? '-F' : '-f' });
    const [, name = '', brackets = '', value = ''] = match;
    const path = [name, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')];
    placeOrRefuse(root, path, isTyped ? await typedValue(value, readFile) : value, text);
  }
  return toJson(root) as Readonly<Record<string, Json>>;
}

type Branch = Map<string, Branch | Json> | (Branch | Json)[];

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

function placeOrRefuse(root: Branch, path: readonly string[], value: Json, text: string): void {
  try {
    place(root, path, value);
  } catch (cause) {
    if (cause instanceof Contradiction)
      throw new CliError('usage', `"${text}" conflicts with another field of the same name.`, { field: '-F' });
    throw cause;
  }
}

/**
 * Puts a value at its path. `[]` appends to an array; `[][a]` fills the last object of it until `a` is there, then
 * begins another.
 */
function place(branch: Branch, [step = '', ...rest]: readonly string[], value: Json): void {
  if (Array.isArray(branch) !== (step === '')) throw new Contradiction();
  if (rest[0] === undefined) put(branch, step, value);
  else place(childOf(branch, step, rest[0]), rest, value);
}

/** A name that is given twice, or as a value here and as a group or list there. */
class Contradiction extends Error {}

function put(branch: Branch, step: string, value: Json): void {
  if (Array.isArray(branch)) branch.push(value);
  else if (branch.has(step)) throw new Contradiction();
  else branch.set(step, value);
}

function childOf(branch: Branch, step: string, next: string): Branch {
  if (Array.isArray(branch)) return lastOf(branch, next) ?? added(next, (fresh) => branch.push(fresh));
  const existing = branch.get(step);
  if (isBranch(existing)) return existing;
  if (existing !== undefined) throw new Contradiction();
  return added(next, (fresh) => branch.set(step, fresh));
}

/** The last element of an array, where `next` can still go into it. */
function lastOf(array: readonly (Branch | Json)[], next: string): Branch | undefined {
  const last = array.at(-1);
  if (last instanceof Map) return next !== '' && (!last.has(next) || Array.isArray(last.get(next))) ? last : undefined;
  return Array.isArray(last) && next === '' ? (last as Branch) : undefined;
}

function added(next: string, add: (fresh: Branch) => void): Branch {
  const fresh: Branch = next === '' ? [] : new Map();
  add(fresh);
  return fresh;
}

const isBranch = (value: Branch | Json | undefined): value is Branch => value instanceof Map || Array.isArray(value);

function toJson(value: Branch | Json): Json {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, field]) => [name, toJson(field)]));
  return Array.isArray(value) ? value.map((element) => toJson(element as Branch | Json)) : (value as Json);
}
