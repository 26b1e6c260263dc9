import type { Command } from 'commander';
import { whereToFind } from '../client/find-out.ts';
import { CliError } from '../errors.ts';
import { flagOf } from '../input/options.ts';
import { inWords } from '../resources/form.ts';

/** Where to find what an argument names, by the name that the help shows. */
export const argumentHints = {
  'customer id': whereToFind.customer,
  'address id': whereToFind.addressOf(),
  'order id': whereToFind.order,
  key: whereToFind.basket,
  'product id': whereToFind.productOf(),
  'id or sku': 'shop-cli products list shows them.',
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
