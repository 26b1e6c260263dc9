import type { Argument, Command, Option } from 'commander';
import { CliError } from '../errors.ts';
import { invalidValue, type Kind, type Suggested } from '../resources/kind.ts';
import { shellWord } from '../text/escape.ts';

/** Options as commander gives them: text, true, or a list of texts. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** An option whose value is of a kind. Its name is that of its entry in a table: `maxErrors` is `--max-errors`. */
interface OptionSpec<T> {
  readonly kind: Kind<T>;
  readonly about: string;
  /** The help of the command names it, and does not describe it. */
  readonly isRare?: boolean;
  /** How to find a value, for a person who typed another one. */
  readonly hint?: string | undefined;
}

export const option = <T>(kind: Kind<T>, about: string, hint?: string): OptionSpec<T> => ({ kind, about, hint });

/** An option that the help of a command only names. */
export const rareOption = <T>(kind: Kind<T>, about: string): OptionSpec<T> => ({ kind, about, isRare: true });

/** The group of options that the help of a command only names; docs/commands.md describes them. */
export const rareOptions = 'More options:';

type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;
type ValuesOf<S extends OptionSpecs> = { readonly [K in keyof S]?: S[K] extends OptionSpec<infer T> ? T : never };

/** `--purchase-price` */
type Flag = `--${string}`;

/** `purchasePrice` is typed as `--purchase-price`, `customerId` as `--customer`. */
export const flagOf = (field: string): Flag => shortFlags[field] ?? dashed(field);

const dashed = (field: string): Flag => `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The fields whose option has one name in every command. */
const shortFlags: Readonly<Record<string, Flag>> = { customerId: '--customer', categoryId: '--category' };

/** Names of options that people type as the shop calls the field. */
const otherFlags: Readonly<Record<string, Flag>> = { '--article-number': '--model' };

/** `--customer` for `--customer-id`, as scripts write the name of the field; undefined for any other. */
export const shortFlagFor = (flag: string): Flag | undefined =>
  otherFlags[flag] ?? Object.entries(shortFlags).find(([field]) => dashed(field) === flag)?.[1];

/** The options as a person typed them: `--rate 60`, `--no-input`. */
export const typedOptions = (raw: RawOptions): readonly string[] =>
  Object.entries(raw).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return [value ? flagOf(name) : flagOf(`no-${name}`)];
    return [value].flat().map((text) => `${flagOf(name)} ${shellWord(String(text))}`);
  });

/** `--stock-from` is `stockFrom` in commander's options. */
export const attributeOf = (flag: string): string =>
  flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** For an option that can be repeated. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Adds one option for each spec. */
export function addOptions(command: Command, specs: OptionSpecs): void {
  for (const [name, spec] of Object.entries(specs)) addOption(command, dashed(name), spec);
}

/** Adds one option whose value is of a kind, with its completions. */
export function addOption(command: Command, flag: Flag, spec: OptionSpec<unknown>, place: OptionPlace = {}): void {
  command.addOption(optionOf(command, flag, spec, place));
}

interface OptionPlace {
  /** It is a field of a body. */
  readonly isField?: boolean;
  /** A field that every body must have. */
  readonly isRequired?: boolean;
}

/** The same, not added yet. */
export function optionOf(
  command: Command,
  flag: Flag,
  { kind, about, isRare, hint }: OptionSpec<unknown>,
  { isField = false, isRequired = false }: OptionPlace = {},
): Option {
  const made = command.createOption(`${flag} <${kind.placeholder}>`, about);
  if (kind.suggestions) suggestionsOf.set(made, { texts: kind.suggestions, isClosed: kind.isClosed });
  if (isRare) made.helpGroup(rareOptions);
  kinds.set(made, { kind, isField, isRequired, hint });
  return made;
}

/** What an option was made from, if it has a kind. */
interface KnownOption {
  readonly kind: Kind<unknown>;
  /** Whether it is a field of a body. */
  readonly isField: boolean;
  /** Whether every body must have it. */
  readonly isRequired: boolean;
  readonly hint: string | undefined;
}

const kinds = new WeakMap<Option, KnownOption>();

export const specOf = (option: Option): KnownOption | undefined => kinds.get(option);

/**
 * The values of the options that were given.
 * @throws CliError `usage` that names every option at fault.
 */
export function readOptions<S extends OptionSpecs>(specs: S, raw: RawOptions): ValuesOf<S> {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  let field: string | undefined;
  for (const [name, { kind }] of Object.entries(specs)) {
    const typed = raw[name];
    if (typeof typed !== 'string') continue;
    const value = kind.typed(typed);
    if (value !== undefined) values[name] = value;
    else {
      faults.push(invalidValue(dashed(name), typed, kind));
      field ??= dashed(name);
    }
  }
  if (faults.length > 0) throw new CliError('usage', faults.join('\n'), { field });
  return values as ValuesOf<S>;
}

/** What can be typed as the value of an option, or as an argument. */
interface Suggestions {
  readonly texts: () => Suggested;
  /** What separates several of them in one word. */
  readonly separator?: ',';
  /** More of the value follows it: `price=`. */
  readonly isOpen?: true;
  /** No other value is valid. */
  readonly isClosed?: true | undefined;
}

/** Separate from commander's choices, which would check the value and change the help. */
const suggestionsOf = new WeakMap<Option | Argument, Suggestions | 'profiles'>();

/** Says what can be typed as an option or an argument that the command has already: `--store`, `method`. */
export function suggestAt(command: Command, name: string, suggestions: Suggestions | 'profiles'): void {
  const place =
    command.options.find(({ long }) => long === name) ??
    command.registeredArguments.find((argument) => argument.name() === name);
  if (!place) throw new TypeError(`${command.name()} has no ${name}`);
  suggestionsOf.set(place, suggestions);
}

/** What can be typed there; `files` where a file is named, `profiles` for those of the user, undefined where nothing is known. */
export function suggestionsFor(place: Option | Argument): Suggestions | 'files' | 'profiles' | undefined {
  return suggestionsOf.get(place) ?? (takesFile(place) ? 'files' : undefined);
}

/** By the placeholder, as the help shows it. */
const takesFile = (place: Option | Argument): boolean =>
  'flags' in place ? place.flags.endsWith('<file>') : place.name() === 'file';
