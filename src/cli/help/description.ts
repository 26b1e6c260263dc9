import { type Argument, Command, type Option } from 'commander';
import { exitCodeTexts } from '../../errors.ts';
import { specOf, suggestionsFor } from '../../input/options.ts';
import type { CommandDefinition, Group, Tree, Verb } from '../command.ts';
import { addCommonOptions, globalOptions } from '../options.ts';
import { usageOf, verbAliases } from '../tree.ts';

/**
 * Every command that the help shows as data: `commands --json`, whose schema is in `commands/commands.ts`. Loads all of
 * them. The same definitions make the help.
 */
export async function describeProgram(tree: Tree, version: string) {
  const common = addCommonOptions(new Command());
  return {
    name: 'shop-cli',
    version,
    globalOptions: await Promise.all(common.options.map(optionDescription)),
    exitCodes: { ...exitCodeTexts },
    groups: [...nodesOf(tree)].flatMap(([name, node]) => ('verbs' in node ? [groupDescription(name, node)] : [])),
    commands: await Promise.all(namedCommands(tree).map(([name, verb]) => commandDescription(name, verb))),
  };
}

/** Every command that the help shows, by its whole name. */
export const namedCommands = (tree: Tree): readonly (readonly [name: string, verb: Verb])[] =>
  [...nodesOf(tree)].flatMap(([name, node]) => ('verbs' in node || node.isHidden ? [] : [[name, node] as const]));

/** Every node by its whole name, in the order of the help. */
function* nodesOf(branch: Tree, above = ''): Generator<readonly [name: string, node: Verb | Group]> {
  for (const [word, node] of Object.entries(branch)) {
    const name = `${above} ${word}`.trim();
    yield [name, node];
    if ('verbs' in node) yield* nodesOf(node.verbs, name);
  }
}

const groupDescription = (name: string, { summary, singular }: Group) => ({
  name,
  aliases: singular === undefined ? [] : [singular],
  summary,
});

async function commandDescription(name: string, verb: Verb) {
  const definition = await verb.load();
  const command = commandOf(name, definition);
  const options = command.options.filter(
    ({ hidden, helpGroupHeading }) => !hidden && helpGroupHeading !== globalOptions,
  );
  const { caution, details, exitCodes = {}, examples, seeAlso = [], isWrite } = definition;
  return {
    name,
    aliases: verbAliases[command.name()] ?? [],
    summary: verb.summary,
    details: caution === undefined && details === undefined ? null : paragraphs(caution, details),
    usage: `shop-cli ${name} ${usageOf(command)}`,
    arguments: await Promise.all(command.registeredArguments.map(argumentDescription)),
    options: await Promise.all(options.map(optionDescription)),
    exitCodes: { ...exitCodes },
    examples: examples.map(([line, purpose]) => ({ command: `shop-cli ${line}`, purpose })),
    seeAlso,
    writes: isWrite !== undefined,
    output: outputNames(name, definition, command),
  };
}

const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n\n');

/** Its own arguments and options, apart from any tree. */
export function commandOf(name: string, { options }: Pick<CommandDefinition, 'options'>): Command {
  const command = new Command(name.split(' ').at(-1));
  options?.(command);
  return command;
}

const argumentDescription = async (argument: Argument) => ({
  name: argument.name(),
  description: argument.description,
  required: argument.required,
  repeatable: argument.variadic,
  choices: await choicesOf(argument),
});

async function optionDescription(option: Option) {
  const { long, short, flags, description, parseArg, optional, required } = option;
  const value = /^[^<[]*[<[](.+)[>\]]$/.exec(flags)?.[1] ?? null;
  return {
    name: long ?? '',
    short: short ?? null,
    description,
    value,
    kind: value === null ? 'switch' : (specOf(option)?.kind.name ?? (value === 'file' ? 'file' : 'text')),
    choices: await choicesOf(option),
    default: /\(default:? ([^)]+)\)/.exec(description)?.[1] ?? null,
    required: /\(required\)/.test(description) || specOf(option)?.isRequired === true,
    repeatable: parseArg !== undefined,
    valueOptional: optional && !required,
  };
}

/** The values that are valid, where these are all there are. */
async function choicesOf(place: Option | Argument): Promise<readonly string[] | null> {
  const known = suggestionsFor(place);
  if (typeof known !== 'object' || !known.isClosed) return null;
  return (await known.texts()).map(([text]) => text);
}

/** Options that change the shape of the output, with what they show. */
export const outputOptions = {
  '--envelope': 'the whole reply, with its totals',
  '--full': 'each record with its customer, addresses and products',
} as const;

export type OutputOption = keyof typeof outputOptions;

/**
 * The names of the schemas of what a command prints as JSON.
 * @param name of the command: `products list`
 * @param command with its options
 */
export function outputNames(name: string, { prints, isWrite }: CommandDefinition, command: Command): readonly string[] {
  if (typeof prints === 'object') return prints;
  const own = name.replaceAll(' ', '.');
  const variants = Object.keys(outputOptions).filter((flag) => command.options.some(({ long }) => long === flag));
  return [own, ...variants.map((flag) => `${own}.${flag.slice(2)}`), ...(isWrite ? ['request'] : [])];
}
