import type { Argument, Command, Option } from 'commander';
import { suggestionsFor } from '../../input/options.ts';
import type { Suggestion } from '../../resources/kind.ts';

/** A command with all that can be typed after it. As data, which the build stores: Tab does not load the program. */
export interface CommandWords {
  readonly name: string;
  readonly about: string;
  readonly aliases: readonly string[];
  readonly isHidden?: boolean;
  readonly options: readonly OptionWords[];
  readonly arguments: readonly ArgumentWords[];
  readonly commands: readonly CommandWords[];
  /** Of the program: topics of `help` that are not commands. */
  readonly topics?: readonly string[];
}

export interface OptionWords {
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  readonly about: string;
  readonly isHidden?: boolean;
  readonly takesValue: boolean;
  readonly isRepeatable: boolean;
  readonly values?: Values | undefined;
}

export interface ArgumentWords {
  readonly isVariadic: boolean;
  readonly values?: Values | undefined;
}

/** What can be typed as a value; `files` for the name of a file, `profiles` for a profile of the user. */
export type Values = 'files' | 'profiles' | KnownValues;

interface KnownValues {
  readonly texts: readonly Suggestion[];
  readonly separator?: ',' | undefined;
  readonly isOpen?: boolean | undefined;
}

/** Loads the options of a command. */
type Load = (command: Command) => Promise<void>;

/** The words of a command and of those below it. */
export async function wordsOf(command: Command, load: Load): Promise<CommandWords> {
  await load(command);
  const helper = command.createHelp();
  const options = helper.visibleOptions(command);
  const commands = helper.visibleCommands(command);
  const hiddenOptions = command.options.filter((option) => !options.includes(option));
  const hiddenCommands = command.commands.filter((known) => !commands.includes(known));
  return {
    name: command.name(),
    about: command.summary(),
    aliases: command.aliases(),
    options: await Promise.all([
      ...options.map(optionWords),
      ...hiddenOptions.map(async (option) => ({ ...(await optionWords(option)), isHidden: true })),
    ]),
    arguments: await Promise.all(command.registeredArguments.map(argumentWords)),
    commands: await Promise.all([
      ...commands.map((known) => wordsOf(known, load)),
      ...hiddenCommands.map(async (known) => ({ ...(await wordsOf(known, load)), isHidden: true })),
    ]),
  };
}

const optionWords = async (option: Option): Promise<OptionWords> => ({
  long: option.long,
  short: option.short,
  about: option.description,
  takesValue: option.required,
  isRepeatable: option.parseArg !== undefined,
  values: await valuesOf(option),
});

const argumentWords = async (argument: Argument): Promise<ArgumentWords> => ({
  isVariadic: argument.variadic,
  values: await valuesOf(argument),
});

async function valuesOf(place: Option | Argument): Promise<Values | undefined> {
  const known = suggestionsFor(place);
  if (known === undefined || typeof known === 'string') return known;
  return { texts: await known.texts(), separator: known.separator, isOpen: known.isOpen };
}
