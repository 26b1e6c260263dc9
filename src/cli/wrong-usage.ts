import type { Command, CommanderError } from 'commander';
import { CliError } from '../errors.ts';
import { specOf } from '../input/options.ts';
import { whereToFind, whereToFindInstead } from '../resources/where-to-find.ts';
import { shellQuoted, shellWord } from '../text/escape.ts';
import { capitalized, nearest } from '../text/words.ts';
import { guessedCommand } from './guesses/commands.ts';
import { guessedOption } from './guesses/options.ts';

/** Turns an error of commander into ours: its sentence, what was most likely meant, and the help page. */
export function wrongUsage({ code, message }: CommanderError, command: Command): CliError {
  if (code === 'commander.unknownCommand') return unknownCommand(command, command.args);
  if (code === 'commander.unknownOption') return asError(command, unknownOption(message, command));
  if (code === 'commander.excessArguments') return asError(command, excessArguments(sentences(message), command));
  const [option] = code === 'commander.optionMissingArgument' ? (/--[\w-]+/.exec(message) ?? []) : [];
  return asError(command, [option === undefined ? sentences(message) : `Missing value for ${option}.`], option);
}

/** Adds the help page to an error about what is missing, which names no next step. */
export function withHelp(error: CliError, command: Command): CliError {
  const { kind, hint, message } = error;
  const isForHelp = message.startsWith('Cannot read help: ');
  return kind === 'usage' && (isForHelp || (hint === undefined && /^(Missing|Nothing to update)/m.test(message)))
    ? error.reworded({ hint: helpOf(command) })
    : error;
}

const helpOf = (command: Command): string => `Run '${commandPath(command)} --help' for usage.`;

function asError(command: Command, [text, advice]: WrongUsage, field?: string): CliError {
  const help = helpOf(command);
  return new CliError('usage', text, { field, hint: advice === undefined ? help : `${advice}\n${help}` });
}

/** `shop-cli products import` */
export const commandPath = (command: Command): string =>
  command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();

/** What is wrong, and what to do instead where that is known. */
type WrongUsage = readonly [text: string, advice?: string | undefined];

/** @param words what was typed after the parent */
export function unknownCommand(parent: Command, words: readonly string[]): CliError {
  const [name = '', ...more] = words;
  const text = `Unknown command '${name}'.`;
  // The help of the parent would lead elsewhere.
  const importing = parent.name() === 'imports' ? importMeant(parent, name, more) : undefined;
  if (importing !== undefined) return new CliError('usage', text, { hint: `To import a file: ${importing}` });
  return asError(parent, [text, likelyCommand(parent, name, more)]);
}

/** `imports` is also how `import` is read: a file, or what its rows are, may follow. */
function importMeant(
  { parent: root }: Command,
  name: string,
  [file = '<file>']: readonly string[],
): string | undefined {
  if (isFile(name)) return `shop-cli products import ${shellWord(name)}`;
  const noun = root?.commands.find((command) => isNamed(command, name));
  const verb = noun?.commands.find((command) => command.name() === 'import');
  return verb && `${commandPath(verb)} ${file === '<file>' ? file : shellWord(file)}`;
}

/** For the verb of a noun, for an ID without a verb, and for a name that is almost right. */
function likelyCommand(parent: Command, name: string, more: readonly string[]): string | undefined {
  const [word = ''] = more;
  if (parent.name() === 'orders' && ['find', 'search'].includes(name) && /\d/.test(word))
    return didYouMean([`${commandPath(parent)} get ${shellWord(word)}`]);
  const guessed = guessedCommand(parent.parent ? parent.name() : '', name);
  if (guessed !== undefined) return guessed;
  const visible = visibleIn(parent);
  const near = nearest(
    name,
    visible.map((child) => child.name()),
  );
  if (near.length > 0) return didYouMean(near.map((word) => `${commandPath(parent)} ${word}`));
  if (/\d/.test(name) && visible.some((verb) => verb.name() === 'get'))
    return didYouMean([`${commandPath(parent)} ${parent.name() === 'items' ? 'list' : 'get'} ${shellWord(name)}`]);
  const below = visible.flatMap(visibleIn).filter((verb) => verb.name() === name);
  const named = below.filter((verb) => verb.parent && isNamed(verb.parent, more[0]));
  const likely = (named.length > 0 ? named : below).map(commandPath);
  const finds = likely.length === 0 && /^\p{L}{3,}$/u.test(name) && visible.some((verb) => verb.name() === 'find');
  return didYouMean(finds ? [`${commandPath(parent)} find ${shellWord(name)}`] : likely);
}

/** `customers get` */
const pathOf = (command: Command): string => commandPath(command).split(' ').slice(1).join(' ');

const visibleIn = (parent: Command): readonly Command[] => parent.createHelp().visibleCommands(parent);

const isNamed = (noun: Command, word = ''): boolean => [noun.name(), ...noun.aliases()].includes(word);

/** `Did you mean 'shop-cli products list'?`, or one of several; undefined for none. */
function didYouMean(likely: readonly string[]): string | undefined {
  if (likely.length === 0) return undefined;
  return `Did you mean ${likely.length > 1 ? 'one of ' : ''}${likely.map((text) => `'${text}'`).join(', ')}?`;
}

const isFile = (name: string): boolean => name === '-' || /[/\\]|\.(csv|tsv|txt|xlsx|gz|zip)$/i.test(name);

/** Those that begin as typed, an option of other tools, or similar ones. */
function unknownOption(message: string, command: Command): WrongUsage {
  const { options } = command;
  // Without the value, which may be a secret under a mistyped name.
  const [, typed = '', equals] = /'([^'=]*)(=?)/.exec(message) ?? [];
  if (equals && options.some(({ long }) => long === typed))
    return [`${typed} takes no value.`, `Pass ${typed} alone, or leave it out.`];
  const text = `Unknown option '${typed}'.`;
  const shown = options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : long));
  const begun = shown.filter((flag) => typed.length > 3 && flag.startsWith(typed));
  const advice = guessedOption(typed, pathOf(command), shown);
  const [only, ...others] = begun;
  // `--skip` is the beginning of `--skip-invalid`, and elsewhere skips lines. `--all` of a deletion is the beginning of two.
  if (only !== undefined && others.length === 0)
    return [text, [didYouMean(begun), advice].filter((one) => one !== undefined).join(' ')];
  const alike = begun.length > 0 ? begun : nearest(typed, shown).filter((flag) => isMisspelt(typed, flag));
  return [text, advice ?? didYouMean(alike)];
}

/** Word by word: `--price-from` is not `--stock-from`, which would list something else. */
function isMisspelt(typed: string, flag: string): boolean {
  const [words, meant] = [typed, flag].map((text) => text.split('-').filter((word) => word !== ''));
  return (
    words?.length !== meant?.length || (words ?? []).every((word, at) => nearest(word, [meant?.[at] ?? '']).length > 0)
  );
}

/** Several files for one, an ID for an option, or words for a search. */
function excessArguments(text: string, command: Command): WrongUsage {
  const { options, args, registeredArguments } = command;
  const [last = ''] = args.slice(-1);
  if (command.optsWithGlobals().json === true && isFieldList(last))
    return [text, `To choose the fields: --fields ${last}`];
  const has = (flag: string): boolean => options.some(({ long }) => long === flag);
  if (registeredArguments[0]?.name() === 'file')
    return [`Expected one file, got ${args.length}: ${args.join(', ')}`, 'Run the command once for each file.'];
  if (command.name() === 'sandbox') return [text, "To start the sandbox: 'shop-cli sandbox'. To stop it: Ctrl-C."];
  if (registeredArguments.length > 0) return [text];
  if (command.name() === 'export') return [text, `To write to a file: --output-file ${args.map(shellWord).join(' ')}`];
  const quoted = args.every((word) => /^\d+$/.test(word)) ? undefined : quotedValue(command);
  if (quoted !== undefined) return [text, `Quote a value with spaces: ${quoted}`];
  if (has('--customer') && !args.some((word) => /\d/.test(word)))
    return [text, whereToFindInstead(whereToFind.customer, args.join(' '))];
  if (has('--customer'))
    return [text, `Pass the customer ID: ${commandPath(command)} --customer ${args.map(shellWord).join(' ')}`];
  return [text, has('--search') ? `To search, use --search ${patternOf(args)}.` : undefined];
}

/** `--product "blue lamp"` where `lamp` came after `--product blue`; undefined if it may be of another option. */
function quotedValue(command: Command): string | undefined {
  const { args, options } = command;
  const typed = options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const kind = specOf(option)?.kind.name ?? '';
    return typeof value === 'string' && wordKinds.includes(kind)
      ? [`${option.long} "${[value, ...args].join(' ')}"`]
      : [];
  });
  const [only] = typed;
  return typed.length === 1 && only !== undefined && /^--[a-z-]+ "[\p{L}\p{N} *._-]+"$/u.test(only) ? only : undefined;
}

/** Of values that may have several words. */
const wordKinds: readonly string[] = ['text', 'code', 'date'];

/** `id,total`, which other tools take after `--json`. */
const isFieldList = (text: string): boolean => /^[a-z][\w.]*(?:,[a-z][\w.]*)+$/i.test(text);

/** `"*desk lamp*"` */
function patternOf(words: readonly string[]): string {
  const pattern = `*${words.join(' ').replace(/^\*|\*$/g, '')}*`;
  return /^[\p{L}\p{N} *._-]+$/u.test(pattern) ? `"${pattern}"` : shellQuoted(pattern);
}

/** Commander's message in our style: `error: unknown option '--x'` becomes `Unknown option '--x'.` */
function sentences(message: string): string {
  const [, text = message] = /^(?:error: )?([\s\S]*?)\.?$/.exec(message) ?? [];
  return `${capitalized(text)}${/[?)]$/.test(text) ? '' : '.'}`;
}
