import type { Json, Kind } from './kind.ts';
import { choiceOf, codeKind, countKind, flagKind, idKind, moneyKind, percentKind, textKind } from './kinds.ts';
import {
  basketKeyKind,
  countFrom,
  countryKind,
  currencyKind,
  emailKind,
  genderKind,
  languageKind,
  priceKind,
  upridKind,
} from './shop-kinds.ts';

/** One field of a request body. */
export interface DraftField<T = unknown> {
  readonly kind: Kind<T>;
  /** Its description in help and prompts. */
  readonly about: string;
  /** A second name that is sent too, where the API is ambiguous. */
  readonly alias?: string;
  /** Required in a creation; cannot be cleared later. */
  readonly isRequired?: true;
  /** Never an option, and never shown: typed at a prompt. */
  readonly isSecret?: true;
  /** The faults inside a list of objects, each with its index: `[1].uprid`. */
  faultsWithin?(json: unknown): readonly Fault[];
  /** The JSON to send, if not that of the kind. */
  send(value: T): Json;
}

export type DraftFields = Readonly<Record<string, DraftField<unknown>>>;

/** One invalid field. */
export interface Fault {
  readonly field: string;
  readonly value: string;
  /** The end of a sentence: "must be …" or "is not …". */
  readonly message: string;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** A field with modifiers: `count('stock').sentAs(String)`. */
export interface Refinable<T> extends DraftField<T> {
  sentAs(send: (value: T) => Json): Refinable<T>;
  alsoAs(alias: string): Refinable<T>;
  required(): Refinable<T>;
  secret(): Refinable<T>;
}

export function draftField<T>(kind: Kind<T>, about: string, more: Partial<DraftField<T>> = {}): Refinable<T> {
  const refined = (further: Partial<DraftField<T>>): Refinable<T> => draftField(kind, about, { ...more, ...further });
  return {
    kind,
    about,
    send: kind.send,
    ...more,
    sentAs: (send) => refined({ send }),
    alsoAs: (alias) => refined({ alias }),
    required: () => refined({ isRequired: true }),
    secret: () => refined({ isSecret: true }),
  };
}

export const text = (about: string): Refinable<string> => draftField(textKind, about);
export const code = (about: string): Refinable<string> => draftField(codeKind, about);
export const money = (about: string) => draftField(moneyKind, about);
/** A price: negative ones are invalid. */
export const price = (about: string) => draftField(priceKind, about);
export const count = (about: string): Refinable<number> => draftField(countKind, about);
/** A whole number of at least `least`. */
export const countOf = (least: number, about: string): Refinable<number> => draftField(countFrom(least), about);
export const id = (about: string): Refinable<number> => draftField(idKind, about);
export const percent = (about: string): Refinable<number> => draftField(percentKind, about);
export const flag = (about: string): Refinable<number> => draftField(flagKind, about);
export const choice = (
  about: string,
  names: Readonly<Record<string, number>>,
  also?: Readonly<Record<string, number>>,
): Refinable<number> => draftField(choiceOf(names, also), about);
export const email = (about: string): Refinable<string> => draftField(emailKind, about);
export const gender = (about: string): Refinable<string> => draftField(genderKind, about);
export const country = (about: string): Refinable<string> => draftField(countryKind, about);
export const currency = (about: string): Refinable<string> => draftField(currencyKind, about);
export const language = (about: string): Refinable<number> => draftField(languageKind, about);
export const basketKey = (about: string): Refinable<string> => draftField(basketKeyKind, about);
export const uprid = (about: string): Refinable<string> => draftField(upridKind, about);
