import type { Command } from 'commander';
import { CliError, missingError } from '../errors.ts';
import { flagOf, specOf } from '../input/options.ts';
import { nounsOfPeople } from '../resources/file-table.ts';
import { inWords } from '../resources/form.ts';
import { invalidTitle, invalidValue } from '../resources/kind.ts';
import { whereToFind, whereToFindInstead } from '../resources/where-to-find.ts';
import { shellWord } from '../text/escape.ts';
import { needed, type RecordArgument, recordArgumentOf, recordArguments } from './record-arguments.ts';
import { commandPath } from './wrong-usage.ts';

interface InvalidInput {
  readonly message: string;
  readonly field: string;
  readonly hint?: string;
  /** A field of a body: reported with everything else that is wrong with the body. */
  readonly isField: boolean;
}

/**
 * Checks the arguments and options of a command before any input is read or question asked.
 * @throws CliError `usage` that names all that are invalid, unless only fields of a body are.
 */
export function refuseInvalidInput(command: Command): void {
  const empty = [...emptyArguments(command), ...emptyOptions(command)];
  const invalid = [...empty, ...invalidArguments(command), ...invalidOptions(command)];
  if (invalid.some(({ isField }) => !isField)) throw asError(invalid);
}

/** A basket key, or a product of a basket, that was typed as an argument or picked. @throws CliError `usage` */
export function readId(name: 'basket' | 'basketProduct', text: string): string {
  const argument = recordArguments[name];
  const value = argument.kind.typed(text);
  if (value === undefined) throw asError([invalidArgument(argument, text)]);
  return value;
}

/** The error for a required argument that is missing. */
export function missingArgument(command: Command): CliError {
  const argument = command.registeredArguments[command.args.length];
  const name = argument?.name() ?? '';
  const ofRecord = recordArgumentOf(argument);
  return missingError([ofRecord ? needed(ofRecord) : { name: `<${name}>`, hint: fileHint(name, command) }]);
}

function fileHint(name: string, command: Command): string | undefined {
  if (name === 'plan') return 'To make one: shop-cli products import products.csv --save-plan import.plan';
  const noun = command.parent?.name();
  const file = nounsOfPeople.some((one) => one === noun) ? `${noun}.csv` : 'products.csv';
  return name === 'file' ? `For example: ${commandPath(command)} ${file}` : undefined;
}

/** Adds the option to a refusal that names a field of the body, and writes the field as the help does. */
export function withOption(error: CliError, command: Command): CliError {
  const { kind, field, hint, message } = error;
  if (kind !== 'refused' || hint !== undefined) return error;
  if (takesProducts(command) && aboutProducts.test(field ?? message))
    return error.reworded({ hint: whereToFind.product });
  if (field === undefined || !/^\w+$/.test(field)) return error;
  const option = command.options.find(({ long }) => long === flagOf(field));
  if (!option) return error;
  return error.reworded({
    message: inWords(message, field, { about: option.description }),
    hint: `Option: ${option.flags}  ${option.description}`,
  });
}

const takesProducts = ({ options }: Command): boolean => options.some(({ long }) => long === '--custom-product');

/** A field of a product of a basket, or the sentence of a store that sells no more of one, in the languages of the API. */
const aboutProducts =
  /^products\b|\buprid\b|\b(?:product|artikel|stock\b|voorraad|sold out|uitverkocht|ausverkauft|produit|producto|prodott)/i;

/** An empty text names nothing: most likely a shell variable has no value. */
function emptyArguments({ registeredArguments, args }: Command): readonly InvalidInput[] {
  const empty = [...args.entries()].filter(([, text]) => text.trim() === '');
  return empty.map(([at]) => {
    const argument = registeredArguments[at] ?? registeredArguments.at(-1);
    const field = argument?.name() ?? '';
    const hint = recordArgumentOf(argument)?.hint ?? 'Is a shell variable empty?';
    return { message: `<${field}> is empty.`, field, hint, isField: false };
  });
}

/** Those before the verb too. */
function emptyOptions(command: Command): readonly InvalidInput[] {
  const above = command.parent ? emptyOptions(command.parent) : [];
  const own = command.options.filter((option) => [command.getOptionValue(option.attributeName())].flat().includes(''));
  const canClear = command.options.some(({ long }) => long === '--unset');
  const empty = own.map((option) => {
    const field = option.long ?? '';
    const hint = canClear && specOf(option)?.isField ? emptyField : emptyOption;
    return { message: `${field} is empty.`, field, hint, isField: false };
  });
  return [...above, ...empty];
}

const emptyOption = 'Pass a value, or leave the option out.';
const emptyField = 'Pass a value. To clear a field: --unset <field>';

function invalidArguments({ registeredArguments, args, options }: Command): readonly InvalidInput[] {
  const takesFile = options.some(({ long }) => long === '--from');
  return registeredArguments.flatMap((argument, at) => {
    const ofRecord = recordArgumentOf(argument);
    if (!ofRecord) return [];
    const texts = argument.variadic ? args.slice(at) : args.slice(at, at + 1);
    const invalid = texts.filter((text) => !isValid(ofRecord, text));
    // Several names have one hint.
    const hint = invalid.length === 1 ? whereToFindInstead(ofRecord.hint, invalid[0] ?? '') : ofRecord.hint;
    return invalid.map((text) => invalidArgument({ ...ofRecord, hint }, text, takesFile));
  });
}

const isValid = ({ kind }: RecordArgument, text: string): boolean =>
  text.trim() === '' || kind.typed(text) !== undefined;

/** @param takesFile whether an option of the command names a file of many */
function invalidArgument({ name, title, hint, kind }: RecordArgument, text: string, takesFile = false): InvalidInput {
  const message = invalidTitle(title, ` "${text}"`, kind.expects);
  const ofFile = takesFile && isFile(text) ? `To pass a file: --from ${shellWord(text)}` : undefined;
  return { message, field: name, hint: ofFile ?? likelyHint(name, text) ?? hint, isField: false };
}

const isFile = (text: string): boolean => /\.(?:csv|tsv|txt|xlsx)$/i.test(text);

/** For several IDs in one word, and for the ID of a basket. */
function likelyHint(name: string, text: string): string | undefined {
  const parts = text.split(',');
  if (parts.length > 1 && parts.every((part) => /^[\w-]+$/.test(part) && /\d/.test(part)))
    return `Separate several with spaces: ${text.replaceAll(',', ' ')}`;
  if (name === recordArguments.order.name && parts.length === 1)
    return `Order IDs are numbers. To find the orders of a person: shop-cli customers find ${shellWord(text)}`;
  if (name !== recordArguments.basket.name || !/^\d+$/.test(text)) return undefined;
  return 'That may be its ID. To find its key: shop-cli baskets list --all --fields id,basketKey';
}

/** Those before the verb too: `shop-cli --curl-for cmd products list`. */
function invalidOptions(command: Command): readonly InvalidInput[] {
  const above = command.parent ? invalidOptions(command.parent) : [];
  const own = command.options.flatMap((option) => {
    const spec = specOf(option);
    const typed = command.getOptionValue(option.attributeName());
    if (!spec || typeof typed !== 'string' || typed === '' || spec.kind.typed(typed) !== undefined) return [];
    const field = option.long ?? '';
    const { kind, isField, hint } = spec;
    const found = hint === undefined ? {} : { hint: whereToFindInstead(hint, typed) };
    return [{ message: invalidValue(field, typed, kind), field, isField, ...found }];
  });
  return [...above, ...own];
}

function asError(invalid: readonly InvalidInput[]): CliError {
  const hints = new Set(invalid.flatMap(({ hint }) => hint ?? []));
  return new CliError('usage', invalid.map(({ message }) => message).join('\n'), {
    field: invalid[0]?.field,
    hint: hints.size > 0 ? [...hints].join('\n') : undefined,
  });
}
