import type { Argument, Command, Option } from 'commander';
import { suggestionsFor } from '../../input/options.ts';
import type { Suggestion } from '../../resources/kind.ts';

/** A command with all that can be typed after it. As data, which the build stores: Tab does not load the program. */
export interface CommandWords {
  readonly name: string;
  readonly about: string;
  readonly aliases: readonly string[];
  readonly isHidden?: true | undefined;
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
  readonly isHidden?: true | undefined;
  readonly takesValue: boolean;
  readonly isRepeatable: boolean;
  readonly values?: ValueWords | undefined;
}

export interface ArgumentWords {
  readonly isVariadic: boolean;
  readonly values?: ValueWords | undefined;
}

/** What can be typed as a value; `files` for the name of a file, `profiles` for a profile of the user. */
export type ValueWords = 'files' | 'profiles' | KnownValues;

interface KnownValues {
  readonly texts: readonly Suggestion[];
  readonly separator?: ',' | undefined;
  readonly isOpen?: boolean | undefined;
}

/** Loads the options of a command. */
type Load = (command: Command) => Promise<void>;

/** The words of a command and of those below it; first those that the help shows. */
export async function wordsOf(command: Command, load: Load): Promise<CommandWords> {
  await load(command);
  const helper = command.createHelp();
  const shownOptions = helper.visibleOptions(command);
  const shownCommands = helper.visibleCommands(command);
  const options = [...new Set([...shownOptions, ...command.options])];
  const commands = [...new Set([...shownCommands, ...command.commands])];
  return {
    name: command.name(),
    about: command.summary(),
    aliases: command.aliases(),
    options: await Promise.all(
      options.map(async (option) => ({
        long: option.long,
        short: option.short,
        about: option.description,
        isHidden: shownOptions.includes(option) ? undefined : true,
        takesValue: option.required,
        isRepeatable: option.parseArg !== undefined,
        values: await valuesOf(option),
      })),
    ),
    arguments: await Promise.all(
      command.registeredArguments.map(async (argument) => ({
        isVariadic: argument.variadic,
        values: await valuesOf(argument),
      })),
    ),
    commands: await Promise.all(
      commands.map(async (known) => ({
        ...(await wordsOf(known, load)),
        isHidden: shownCommands.includes(known) ? undefined : true,
      })),
    ),
  };
}

async function valuesOf(place: Option | Argument): Promise<ValueWords | undefined> {
  const known = suggestionsFor(place);
  if (known === undefined || typeof known === 'string') return known;
  return { texts: await known.texts(), separator: known.separator, isOpen: known.isOpen };
}
