import type { Suggestion } from '../../resources/kind.ts';
import { escapeText } from '../../text/escape.ts';
import { type Candidates, candidatesAt, matching, none, placeAfter } from './candidates.ts';
import type { CommandWords } from './command-words.ts';
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
 * Bash sends the line and the current word, which for bash begins after `=` or `:`. The answer replaces that part
 * alone, without descriptions: bash does not show them.
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
