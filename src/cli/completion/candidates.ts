import type { Argument, Command, Option } from 'commander';
import { type Suggestions, suggestionsFor } from '../../input/suggestions.ts';
import type { Suggestion } from '../../resources/kinds.ts';

/** What can be completed at the cursor. */
export interface Candidates {
  /** `files`: the shell completes a file name. `open`: the word continues, so no space follows. */
  readonly kind: 'words' | 'open' | 'files';
  /** Whole words, with the part before the completed value: `--output=json`, `id,name`. */
  readonly words: readonly Suggestion[];
}

/** A parsed command line up to the cursor. */
interface Place {
  readonly command: Command;
  /** The option whose value is at the cursor, as a separate word. */
  readonly awaiting: Option | undefined;
  /** The options given already. */
  readonly given: ReadonlySet<Option>;
  /** Arguments before the cursor. */
  readonly passed: number;
  /** After `--`, no options follow. */
  readonly onlyArguments: boolean;
}

/** Loads the options of a command. */
export type Load = (command: Command) => Promise<void>;

/** Right behind the name of a command. */
const start = (command: Command): Place => ({
  command,
  awaiting: undefined,
  given: new Set(),
  passed: 0,
  onlyArguments: false,
});

/** Reads the words before the cursor as commander would. */
export async function placeAfter(words: readonly string[], program: Command, load: Load): Promise<Place | undefined> {
  let place = start(program);
  for (const word of words) {
    const next =
      place.command.commands.length > 0 && isArgument(place, word) ? subcommand(place.command, word) : undefined;
    if (next) {
      await load(next);
      place = { ...place, command: next };
    } else if (place.command.commands.length > 0 && isArgument(place, word)) {
      return undefined;
    } else {
      place = after(place, word);
    }
  }
  return place;
}

const isArgument = ({ awaiting, onlyArguments }: Place, word: string): boolean =>
  !awaiting && (onlyArguments || !/^-./.test(word));

const subcommand = ({ commands }: Command, word: string): Command | undefined =>
  commands.find((known) => known.name() === word || known.aliases().includes(word));

function after(place: Place, word: string): Place {
  if (place.awaiting) return { ...place, awaiting: undefined };
  if (isArgument(place, word)) return { ...place, passed: place.passed + 1 };
  if (word === '--') return { ...place, onlyArguments: true };
  const { named, awaiting } = optionsIn(word, place.command);
  return { ...place, awaiting, given: new Set([...place.given, ...named]) };
}

/** The options that a word names (`-qv` is two), and the one whose value comes next. */
function optionsIn(
  word: string,
  command: Command,
): { readonly named: readonly Option[]; readonly awaiting: Option | undefined } {
  const { options } = command;
  if (word.startsWith('--')) {
    const named = options.filter(({ long }) => long === word.replace(/=.*/s, ''));
    return { named, awaiting: word.includes('=') ? undefined : named.find(takesValue) };
  }
  const named: Option[] = [];
  for (let at = 1; at < word.length; at++) {
    const option = options.find(({ short }) => short === `-${word[at]}`);
    if (!option) break;
    named.push(option);
    if (takesValue(option)) return { named, awaiting: at === word.length - 1 ? option : undefined };
  }
  return { named, awaiting: undefined };
}

const takesValue = ({ required }: Option): boolean => required;

/** Completions of the word typed so far. */
export async function candidatesAt(place: Place, typed: string): Promise<Candidates> {
  const { command, awaiting, onlyArguments } = place;
  if (awaiting) return await valuesOf(awaiting, '', typed);
  const [, flag = '', value = ''] = /^(--[^=]+=)(.*)$/s.exec(onlyArguments ? '' : typed) ?? [];
  const option = command.options.find(({ long }) => `${long}=` === flag);
  if (option) return takesValue(option) ? await valuesOf(option, flag, value) : none;
  if (/^-/.test(typed) && !onlyArguments) return { kind: 'words', words: matching(optionWords(place), typed) };
  if (command.commands.length > 0) return { kind: 'words', words: commandWords(command, typed) };
  const argument = argumentAt(command, place.passed);
  return argument ? await valuesOf(argument, '', typed) : none;
}

/** No completions. */
export const none: Candidates = { kind: 'words', words: [] };

function argumentAt({ registeredArguments }: Command, passed: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[passed] ?? (last?.variadic ? last : undefined);
}

/** Options of the help that are not in the line yet, or are repeatable. */
function optionWords({ command, given }: Place): readonly Suggestion[] {
  const isRepeatable = ({ parseArg }: Option): boolean => parseArg !== undefined;
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !given.has(option) || isRepeatable(option))
    .map(({ long, short, description }) => [long ?? short ?? '', description]);
}

/** The names that the help shows: aliases are understood, not offered. */
function commandWords(command: Command, typed: string): readonly Suggestion[] {
  const visible = command.createHelp().visibleCommands(command);
  return matching(
    visible.map((known) => [known.name(), known.summary()]),
    typed,
  );
}

async function valuesOf(place: Option | Argument, before: string, typed: string): Promise<Candidates> {
  const known = suggestionsFor(place);
  if (known === undefined) return none;
  if (known === 'files') return { kind: 'files', words: [] };
  const earlier = known.separator === undefined ? '' : (/^.*,/s.exec(typed)?.[0] ?? '');
  const chosen = new Set(earlier.split(','));
  const texts = (await known.texts()).filter(([text]) => !chosen.has(text));
  const words = matching(texts, typed.slice(earlier.length)).map(
    ([text, about]) => [`${before}${earlier}${text}`, about] as const,
  );
  return { kind: goesOn(known) ? 'open' : 'words', words };
}

const goesOn = ({ separator, isOpen }: Suggestions): boolean => separator !== undefined || isOpen === true;

/** Ignores case: `nl` finds the country NL. */
export function matching(words: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const beginning = typed.toLowerCase();
  return words.filter(([text]) => text.toLowerCase().startsWith(beginning));
}
