import type { Suggestion } from '../../resources/kind.ts';
import { escapeText } from '../../text/escape.ts';
import type { ArgumentWords, CommandWords, OptionWords, ValueWords } from './command-words.ts';
import { typedIn, wordsOf } from './shell-words.ts';

/**
 * Answers the scripts of `shop-cli completion`, which send `<shell> <command line>`. The first line is `words`, `open`
 * or `files` (see `Candidates`); each other line is a word, a tab and its description. No store is needed, and an
 * invalid command line has no answer.
 * @param profiles the names of the user's profiles
 */
export function answer(
  [shell = '', ...typed]: readonly string[],
  program: CommandWords,
  profiles: readonly string[] = [],
): string {
  if (shell === 'bash') return answerBash(typed, program, profiles);
  const words = shell === 'powershell' ? decoded(typed[0]) : typed;
  const { kind, words: found } = candidates(words, program, profiles);
  return lines(
    kind,
    shell === 'powershell' ? found.map(([word, about]) => [typedIn('powershell', word), about]) : found,
  );
}

function candidates(words: readonly string[], program: CommandWords, profiles: readonly string[]): Candidates {
  if (words[0] === 'help' && words.length > 1) return topicsOfHelp(words.slice(1), program);
  const place = placeAfter(words.slice(0, -1), program);
  return place ? candidatesAt(place, words.at(-1) ?? '', profiles) : none;
}

/** `help products list`: the names of commands, and at first the topics of the help. */
function topicsOfHelp(words: readonly string[], program: CommandWords): Candidates {
  const typed = words.at(-1) ?? '';
  const place = placeAfter(words.slice(0, -1), program);
  const names = place && place.command.commands.length > 0 ? candidatesAt(place, typed).words : [];
  const others = words.length === 1 ? (program.topics ?? []).map((topic) => [topic, 'a topic'] as const) : [];
  return { kind: 'words', words: [...names, ...matching(others, typed)] };
}

/**
 * Bash sends the line and the current word, which for bash begins after `=` or `:`. The answer replaces only that part,
 * without descriptions, which bash does not show.
 */
function answerBash(
  [line = '', part = '']: readonly string[],
  program: CommandWords,
  profiles: readonly string[],
): string {
  const { words, quote } = wordsOf(line);
  const { kind, words: found } = candidates(words.slice(1), program, profiles);
  const before = (words.at(-1) ?? '').length - (wordsOf(part).words.at(-1) ?? '').length;
  const rest = found.map(([word]) => word.slice(Math.max(0, before)));
  return lines(
    kind,
    rest.map((word) => [quote === '' ? typedIn('bash', word) : word]),
  );
}

/** PowerShell drops empty words and quotes in arguments, so the words come as one: joined by line breaks, in base64. */
const decoded = (text = ''): readonly string[] => Buffer.from(text, 'base64').toString('utf8').split('\n');

const lines = (kind: Candidates['kind'], words: readonly Suggestion[]): string =>
  [kind, ...words.map(([word, about]) => escapeText(word) + (about ? `\t${escapeText(about)}` : ''))]
    .map((line) => `${line}\n`)
    .join('');

/** What can be completed at the cursor. */
interface Candidates {
  /** `files`: the shell completes a file name. `open`: the word continues, so no space follows. */
  readonly kind: 'words' | 'open' | 'files';
  /** Whole words, with the part before the completed value: `--output=json`, `id,name`. */
  readonly words: readonly Suggestion[];
}

/** A parsed command line up to the cursor. */
interface CursorPlace {
  readonly command: CommandWords;
  /** The option whose value is at the cursor, as a separate word. */
  readonly awaiting: OptionWords | undefined;
  /** The options typed already. */
  readonly used: ReadonlySet<OptionWords>;
  /** Arguments before the cursor. */
  readonly passed: number;
  /** After `--`, no options follow. */
  readonly onlyArguments: boolean;
}

/** Reads the words before the cursor as commander would; undefined where one is no command. */
function placeAfter(words: readonly string[], program: CommandWords): CursorPlace | undefined {
  const start: CursorPlace = {
    command: program,
    awaiting: undefined,
    used: new Set(),
    passed: 0,
    onlyArguments: false,
  };
  let place: CursorPlace | undefined = start;
  for (const word of words) place = place && after(place, word);
  return place;
}

function after(place: CursorPlace, word: string): CursorPlace | undefined {
  const { command, awaiting, used, passed, onlyArguments } = place;
  if (awaiting) return { ...place, awaiting: undefined };
  if (word === '--' && !onlyArguments) return { ...place, onlyArguments: true };
  if (/^-./.test(word) && !onlyArguments) {
    const { named, last } = optionsIn(word, command);
    return { ...place, awaiting: last, used: new Set([...used, ...named]) };
  }
  if (command.commands.length === 0) return { ...place, passed: passed + 1 };
  const next = command.commands.find(({ name, aliases }) => name === word || aliases.includes(word));
  return next && { ...place, command: next };
}

/** The options that a word names (`-qv` is two), and the one whose value comes next. */
function optionsIn(
  word: string,
  { options }: CommandWords,
): { readonly named: readonly OptionWords[]; readonly last: OptionWords | undefined } {
  if (word.startsWith('--')) {
    const named = options.filter(({ long }) => long === word.replace(/=.*/s, ''));
    return { named, last: word.includes('=') ? undefined : named.find(({ takesValue }) => takesValue) };
  }
  const named: OptionWords[] = [];
  for (const letter of word.slice(1)) {
    const option = options.find(({ short }) => short === `-${letter}`);
    if (!option || named.at(-1)?.takesValue) break;
    named.push(option);
  }
  // A value may follow in the same word.
  const takesNext = named.length === word.length - 1 && named.at(-1)?.takesValue;
  return { named, last: takesNext ? named.at(-1) : undefined };
}

/** Completions of the word typed so far. */
function candidatesAt(place: CursorPlace, typed: string, profiles: readonly string[] = []): Candidates {
  const { command, awaiting, onlyArguments } = place;
  if (awaiting) return valuesAt(listed(awaiting.values, profiles), '', typed);
  const [, flag = '', value = ''] = /^(--[^=]+=)(.*)$/s.exec(onlyArguments ? '' : typed) ?? [];
  const option = command.options.find(({ long }) => `${long}=` === flag);
  if (option) return option.takesValue ? valuesAt(listed(option.values, profiles), flag, value) : none;
  if (/^-/.test(typed) && !onlyArguments) return { kind: 'words', words: matching(optionsAt(place), typed) };
  if (command.commands.length > 0) return { kind: 'words', words: commandsOf(command, typed) };
  const argument = argumentAt(command, place.passed);
  return argument ? valuesAt(listed(argument.values, profiles), '', typed) : none;
}

/** No completions. */
const none: Candidates = { kind: 'words', words: [] };

function argumentAt({ arguments: known }: CommandWords, passed: number): ArgumentWords | undefined {
  const last = known.at(-1);
  return known[passed] ?? (last?.isVariadic ? last : undefined);
}

/** Options of the help that are not in the line yet, or are repeatable. */
const optionsAt = ({ command, used }: CursorPlace): readonly Suggestion[] =>
  command.options
    .filter((option) => !option.isHidden && (!used.has(option) || option.isRepeatable))
    .map(({ long, short, about }) => [long ?? short ?? '', about]);

/** The names that the help shows: aliases are understood, not offered. */
const commandsOf = ({ commands }: CommandWords, typed: string): readonly Suggestion[] =>
  matching(
    commands.filter(({ isHidden }) => !isHidden).map(({ name, about }) => [name, about]),
    typed,
  );

const listed = (
  values: ValueWords | undefined,
  profiles: readonly string[],
): Exclude<ValueWords, 'profiles'> | undefined =>
  values === 'profiles' ? { texts: profiles.map((name) => [name]) } : values;

function valuesAt(values: Exclude<ValueWords, 'profiles'> | undefined, before: string, typed: string): Candidates {
  if (values === undefined) return none;
  if (values === 'files') return { kind: 'files', words: [] };
  const { separator, isOpen } = values;
  const earlier = separator === undefined ? '' : (/^.*,/s.exec(typed)?.[0] ?? '');
  const chosen = new Set(earlier.split(','));
  const texts = values.texts.filter(([text]) => !chosen.has(text));
  const words = matching(texts, typed.slice(earlier.length)).map(
    ([text, about]) => [`${before}${earlier}${text}`, about] as const,
  );
  return { kind: separator !== undefined || isOpen ? 'open' : 'words', words };
}

/** Ignores case: `nl` finds the country NL. */
function matching(words: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const beginning = typed.toLowerCase();
  return words.filter(([text]) => text.toLowerCase().startsWith(beginning));
}
