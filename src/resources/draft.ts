import { choiceOf, codeKind, countKind, flagKind, idKind, type Json, type Kind, moneyKind, percentKind, textKind } from './kinds.ts';

/** One member of a request body. */
export interface Member<T = unknown> {
  readonly kind: Kind<T>;
  /** What it is, as the help and prompts say it. */
  readonly about: string;
  /** Another name under which the member is sent as well, where the API is ambiguous. */
  readonly alias?: string;
  /** The JSON sent, where it differs from the kind's own. */
  send(value: T): Json;
}

export type Members = Readonly<Record<string, Member<unknown>>>;
type ValueOf<M> = M extends { readonly kind: Kind<infer T> } ? T : never;

/** The values of a body, parsed. All optional; `undefined` leaves the member out. */
export type DraftOf<D> = D extends Draft<infer M> ? { readonly [K in keyof M]?: ValueOf<M[K]> } : never;

/** What is wrong with one member, and what would be right. */
export interface Fault {
  readonly member: string;
  readonly value: string;
  /** A sentence's end: "must be …" or "is not …". */
  readonly message: string;
}

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly Fault[] };

/** A request body: its members, and the ways from typed text and from JSON to values and back to JSON. */
export interface Draft<M> {
  readonly members: M;
  readonly names: readonly (keyof M & string)[];
  /** From typed text per member; every fault at once. */
  fromTyped(typed: Readonly<Record<string, string>>): Checked<DraftOf<Draft<M>>>;
  /** From a parsed JSON body; unknown members, `null` and wrong types are faults. */
  fromJson(body: unknown): Checked<DraftOf<Draft<M>>>;
  /** The JSON body of the API, aliases included. */
  toJson(values: DraftOf<Draft<M>>): Readonly<Record<string, Json>>;
}

/** Defines a request body from its members, in the order of `api.md`. */
export function draft<M extends Members>(members: M): Draft<M> {
  const names = Object.keys(members);
  return {
    members,
    names,
    fromTyped: (typed) => collect(members, Object.entries(typed), 'typed'),
    fromJson: (body) => (isObject(body) ? collect(members, Object.entries(body), 'wire') : wrongBody(body)),
    toJson: (values) => toJson(members, values as Readonly<Record<string, unknown>>),
  };
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

function wrongBody(body: unknown): Checked<never> {
  return { ok: false, faults: [{ member: '', value: JSON.stringify(body) ?? '', message: 'must be a JSON object' }] };
}

function collect<T>(members: Members, entries: readonly (readonly [string, unknown])[], from: 'typed' | 'wire'): Checked<T> {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [given, value] of entries) {
    const name = memberName(members, given);
    const kind = members[name]?.kind;
    const parsed = from === 'typed' ? kind?.typed(value as string) : kind?.wire(value);
    const message = whatIsWrong(kind, parsed, values[name]);
    if (message === undefined) values[name] = parsed;
    else faults.push({ member: given, value: asText(value), message });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: values as T };
}

function whatIsWrong(kind: Kind<unknown> | undefined, parsed: unknown, underOtherName: unknown): string | undefined {
  if (!kind) return 'is not a member of this body';
  if (parsed === undefined) return `must be ${kind.expects}`;
  // A number or a text: only a member with an alias can come twice.
  return underOtherName === undefined || underOtherName === parsed
    ? undefined
    : `contradicts ${String(underOtherName)}, which stands under its other name`;
}

/** The member of this name or alias; '' when there is none. */
function memberName(members: Members, given: string): string {
  if (Object.hasOwn(members, given)) return given;
  return Object.keys(members).find((name) => members[name]?.alias === given) ?? '';
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

function toJson(members: Members, values: Readonly<Record<string, unknown>>): Readonly<Record<string, Json>> {
  const body: Record<string, Json> = {};
  for (const [name, member] of Object.entries(members)) {
    if (values[name] === undefined) continue;
    const sent = member.send(values[name]);
    body[name] = sent;
    if (member.alias) body[member.alias] = sent;
  }
  return body;
}

/** A member that can be refined: `count('stock').sentAs(String)`. */
interface Refinable<T> extends Member<T> {
  sentAs(send: (value: T) => Json): Refinable<T>;
  alsoAs(alias: string): Refinable<T>;
}

function member<T>(kind: Kind<T>, about: string, more: Partial<Member<T>> = {}): Refinable<T> {
  const base: Member<T> = { kind, about, send: kind.send, ...more };
  return {
    ...base,
    sentAs: (send) => member(kind, about, { ...more, send }),
    alsoAs: (alias) => member(kind, about, { ...more, alias }),
  };
}

export const text = (about: string): Refinable<string> => member(textKind, about);
export const code = (about: string): Refinable<string> => member(codeKind, about);
export const money = (about: string) => member(moneyKind, about);
export const count = (about: string): Refinable<number> => member(countKind, about);
export const id = (about: string): Refinable<number> => member(idKind, about);
export const percent = (about: string): Refinable<number> => member(percentKind, about);
export const flag = (about: string): Refinable<number> => member(flagKind, about);
export const choice = (
  about: string,
  names: Readonly<Record<string, number>>,
  also?: Readonly<Record<string, number>>,
): Refinable<number> => member(choiceOf(names, also), about);
