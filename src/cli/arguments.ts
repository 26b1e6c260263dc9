import type { Command } from 'commander';
import { CliError } from '../errors.ts';
import { flagOf, specOf } from '../input/options.ts';
import { inWords } from '../resources/form.ts';
import { idKind, invalidValue, type Kind } from '../resources/kinds.ts';
import { basketKeyKind, upridKind } from '../resources/shop-kinds.ts';
import { whereToFind } from './hints.ts';

/** What the arguments of commands must be, by the name that the help shows. What `api.md` leaves open, such as the id of an order, is for the store to say. */
const identifiers = {
  'customer-id': idKind,
  'address-id': idKind,
  key: basketKeyKind,
  'product-id': upridKind,
} as const satisfies Readonly<Partial<Record<keyof typeof argumentHints, Kind<unknown>>>>;

interface WrongWord {
  readonly message: string;
  readonly field: string;
  readonly hint?: string;
  /** Of a member of a body: what is wrong with the whole body is told later, when all else is right. */
  readonly isMember: boolean;
}

/**
 * Looks at the arguments and options of a command before anything is read or asked.
 * @throws CliError `usage` that names every one at fault; with faults of a body's members alone nothing is thrown yet.
 */
export function refuseWrongWords(command: Command): void {
  const wrong = [...wrongArguments(command), ...wrongOptions(command)];
  if (wrong.every(({ isMember }) => isMember)) return;
  throw asError(wrong);
}

function asError(wrong: readonly WrongWord[]): CliError {
  const hints = new Set(wrong.flatMap(({ hint }) => hint ?? []));
  return new CliError('usage', wrong.map(({ message }) => message).join('\n'), {
    field: wrong[0]?.field,
    hint: hints.size > 0 ? [...hints].join('\n') : undefined,
  });
}

/** An argument that was typed, or is typed otherwise, as one of its kind. @throws CliError `usage` */
export function identified(name: 'key' | 'product-id', word: string): string {
  const value = identifiers[name].typed(word);
  if (value === undefined) throw asError([wrongArgument(name, word)]);
  return value;
}

function wrongArguments({ registeredArguments, args }: Command): readonly WrongWord[] {
  return registeredArguments.flatMap((argument, at) => {
    const name = argument.name();
    if (!isHinted(name)) return [];
    const words = argument.variadic ? args.slice(at) : args.slice(at, at + 1);
    return words.filter((word) => !isRight(name, word)).map((word) => wrongArgument(name, word));
  });
}

const isIdentifier = (name: string): name is keyof typeof identifiers => Object.hasOwn(identifiers, name);

/** Nothing names a record by an empty text: most likely a variable of the shell has no value. */
const isRight = (name: keyof typeof argumentHints, word: string): boolean =>
  word.trim() !== '' && (!isIdentifier(name) || identifiers[name].typed(word) !== undefined);

function wrongArgument(name: keyof typeof argumentHints, word: string): WrongWord {
  const isEmpty = word.trim() === '' || !isIdentifier(name);
  const message = isEmpty ? `<${name}> is empty.` : `"${word}" is not ${identifiers[name].expects}.`;
  return { message, field: name, hint: argumentHints[name], isMember: false };
}

/** Those of the nouns above too: `shop-cli --curl-for cmd products list`. */
function wrongOptions(command: Command): readonly WrongWord[] {
  const above = command.parent ? wrongOptions(command.parent) : [];
  const own = command.options.flatMap((option) => {
    const [spec, typed] = [specOf(option), command.getOptionValue(option.attributeName())];
    if (!spec || typeof typed !== 'string' || spec.kind.typed(typed) !== undefined) return [];
    const field = option.long ?? '';
    return [{ message: invalidValue(field, typed, spec.kind), field, isMember: spec.isMember }];
  });
  return [...above, ...own];
}

/** Where to find what an argument names, by the name that the help shows. */
export const argumentHints = {
  'customer-id': whereToFind.customer,
  'address-id': whereToFind.addressOf(),
  'order-id': whereToFind.order,
  key: whereToFind.basket,
  'product-id': whereToFind.productOf(),
  'id-or-sku': 'shop-cli products list shows them.',
} as const satisfies Readonly<Record<string, string>>;

/** The error of a command without an argument that has to be there; undefined where nothing is known of it but its name. */
export function missingArgument({ registeredArguments, args }: Command): CliError | undefined {
  const name = registeredArguments[args.length]?.name() ?? '';
  if (!isHinted(name)) return undefined;
  return new CliError('usage', `<${name}> is required.`, { field: `<${name}>`, hint: argumentHints[name] });
}

/** Whether it is said where to find what this argument names. */
export const isHinted = (name: string): name is keyof typeof argumentHints => Object.hasOwn(argumentHints, name);

/** A refusal that names a member of the body says it in the words of the help, and names the option for it too, if the command has one. */
export function withOption(error: CliError, command: Command): CliError {
  const { kind, field, hint, status, message, retryable, retryAfter, cause } = error;
  if (kind !== 'refused' || hint !== undefined || field === undefined || !/^\w+$/.test(field)) return error;
  const option = command.options.find(({ long }) => long === flagOf(field));
  if (!option) return error;
  return new CliError(kind, inWords(message, field, { about: option.description }), {
    hint: `The option for it: ${option.flags}  ${option.description}`,
    field,
    status,
    retryable,
    retryAfter,
    cause,
  });
}
