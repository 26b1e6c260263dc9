import { safe } from '../text/escape.ts';
import { jsonText } from '../text/written-numbers.ts';

/** A single JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/**
 * A type of value in three forms: typed by a person, on the wire, and displayed. Everything that reads or shows a value
 * (option, CSV cell, prompt, request body, sandbox check, table column) goes through its kind, so that they agree.
 */
export interface Kind<T> {
  readonly name:
    | 'text'
    | 'code'
    | 'money'
    | 'decimal'
    | 'count'
    | 'id'
    | 'percent'
    | 'choice'
    | 'flag'
    | 'date'
    | 'email'
    | 'gender'
    | 'country'
    | 'currency'
    | 'basketKey'
    | 'uprid'
    | 'url'
    | 'path'
    | 'list';
  /** The expected value, to complete "must be …". */
  readonly expects: string;
  /** The same for text, where more than the value can be typed. */
  readonly expectsTyped?: string;
  /** The placeholder in the help: `<price>`. */
  readonly placeholder: string;
  /** Parses typed text, trimmed where spaces do not matter; undefined if invalid. */
  typed(text: string): T | undefined;
  /** Parses a field of a JSON body: the documented type, or the same as text; undefined if invalid. */
  wire(json: unknown): T | undefined;
  /** To the JSON type that the API documents. */
  send(value: T): Json;
  /** From a reply to text for a person; undefined when there is nothing to show. */
  show(received: unknown): string | undefined;
  readonly align: 'left' | 'right';
  /** Such a value tells nothing about a person: an ID, an amount, a flag. */
  readonly isImpersonal?: true;
  /** The choices, for kinds with a list of them. */
  readonly suggestions?: () => Suggested;
  /** Every text that is read as one of the choices, in lower case. */
  readonly words?: () => readonly string[];
  /** No other value than the choices is valid. */
  readonly isClosed?: true | undefined;
  /** Suggests a value for invalid text. Asynchronous, because it may load a list. */
  readonly meant?: (text: string) => Promise<Suggestion | undefined>;
}

/** A choice and its description. */
export type Suggestion = readonly [text: string, about?: string | undefined];
/** A promise if the list is loaded on use. */
export type Suggested = readonly Suggestion[] | Promise<readonly Suggestion[]>;

/** The error for an option, a variable or an argument. @param name as typed: `--retries`, `SHOP_RETRIES` */
export const invalidValue = (
  name: string,
  value: string,
  { expects, expectsTyped = expects }: Pick<Kind<unknown>, 'expects' | 'expectsTyped'>,
): string => exampleOnly(name, safe` "${value}"`, expectsTyped) ?? safe`${name} "${value}" must be ${expectsTyped}.`;

/** `Invalid ID "x": expected a positive whole number.` */
export const invalidTitle = (title: string, value: string, expects: string): string =>
  exampleOnly(title, value, expects) ?? safe`Invalid ${title}${value}: expected ${expects}.`;

/** `Invalid e-mail address. Example: jo@example.com`, where the title or option already says what is expected. */
export function exampleOnly(title: string, value: string, expects: string): string | undefined {
  const [, name = '', example] = /^an? (.+?)(?: with .+)?,? such as (.+)$/.exec(expects) ?? [];
  if (example === undefined || lettersOf(name) !== lettersOf(title)) return undefined;
  return safe`Invalid ${title.startsWith('--') ? title : name}${value}. Example: ${example}`;
}

const lettersOf = (text: string): string => text.replace(/[^a-z]/gi, '').toLowerCase();

/** Reads a JSON string or number as its text; other JSON is not such a value. */
export function fromScalar<T>(parse: (text: string) => T | undefined): (json: unknown) => T | undefined {
  return (json) => (typeof json === 'string' || typeof json === 'number' ? parse(String(json)) : undefined);
}

/** A kind with other rules for its values, whether they are typed or received. */
export const kindFrom = <T>(
  base: Omit<Kind<T>, 'typed' | 'wire'>,
  parse: (text: string) => T | undefined,
  traits: Partial<Kind<T>>,
): Kind<T> => ({ ...base, typed: parse, wire: fromScalar(parse), ...traits });

/** The text of a received value; undefined when there is nothing to show. */
export function shownAsIs(received: unknown): string | undefined {
  if (received === null || received === undefined || received === '') return undefined;
  return typeof received === 'object' ? jsonText(received) : String(received);
}
