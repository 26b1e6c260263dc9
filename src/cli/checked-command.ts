import { Command, type Option } from 'commander';
import { CliError } from '../errors.ts';
import { shortFlagFor } from '../input/options.ts';
import { shellWord } from '../text/escape.ts';

/**
 * A command that refuses what commander takes in silence: an option as the value of the one before it (in
 * `--sku $SKU --dry-run` the variable is probably empty), an option twice where one counts, and a dash of a word processor.
 */
export class CheckedCommand extends Command {
  override createCommand(name?: string): CheckedCommand {
    return new CheckedCommand(name);
  }

  override parseOptions(words: string[]): ReturnType<Command['parseOptions']> {
    const end = beforeArguments(words).length;
    const named = words.map((word, at) => (at < end ? withShortFlag(word, this.options) : word));
    refuseMissingValue(this, named);
    refuseOddDash(this, named);
    refuseRepeated(this, named);
    return super.parseOptions(named);
  }
}

/** `--customer=101` for `--customer-id=101`, `--model` for `--article-number`, in a command that has it. */
function withShortFlag(word: string, options: readonly Option[]): string {
  const [, flag = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
  const short = shortFlagFor(flag);
  const hasShort = short !== undefined && options.some(({ long }) => long === short);
  return hasShort && !options.some(({ long }) => long === flag) ? `${short}${value}` : word;
}

/** @throws CliError `usage` */
function refuseMissingValue({ options }: Command, words: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    const before = optionIn(words[at - 1], options);
    if (before?.required && isOption(word, options)) throw missingValue(before, word);
    if (word === '--') return;
  }
}

const optionIn = (word: string | undefined, options: readonly Option[]): Option | undefined =>
  word === undefined ? undefined : options.find(({ long, short }) => word === long || word === short);

/** Also one of another command, or a misspelled one: it was not meant as a value either. */
const isOption = (word: string, options: readonly Option[]): boolean =>
  word === '--' || /^--[a-z][\w-]*(=|$)/i.test(word) || isShort(word, options);

/** `-y`, or several in one word: `-qy`; the last one with its value: `-ojson`. */
function isShort(word: string, options: readonly Option[]): boolean {
  if (!/^-[a-z]\S*$/i.test(word)) return false;
  for (const letter of word.slice(1)) {
    const option = options.find(({ short }) => short === `-${letter}`);
    if (option?.required) return true;
    if (!option && letter !== 'h') return false;
  }
  return true;
}

function missingValue({ long }: Option, word: string): CliError {
  const next = word === '--' ? word : `the option ${word}`;
  return new CliError('usage', `Missing value for ${long}: the next word is ${next}.`, {
    field: long,
    hint: `If that is the value: ${shellWord(`${long}=${word}`)}`,
  });
}

/** Chats and word processors make one dash, or none that a shell knows, of two hyphens: `—limit`. @throws CliError `usage` */
function refuseOddDash({ options }: Command, words: readonly string[]): void {
  for (const word of beforeArguments(words)) {
    const [, name] = /^[\u2010-\u2015\u2212]{1,2}-?([a-z][a-z-]+)(?:=|$)/.exec(word) ?? [];
    const meant = options.find(({ long }) => name !== undefined && long === `--${name}`);
    if (meant)
      throw new CliError('usage', `${word.split('=')[0]} starts with a typographic dash, not with "--".`, {
        field: meant.long,
        hint: `Did you mean ${meant.long}?`,
      });
  }
}

const beforeArguments = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

/** A script that passes an option twice means both, and only the last would count. @throws CliError `usage` */
function refuseRepeated(command: Command, words: readonly string[]): void {
  const values = new Map<Option, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || command.commands.some((child) => child.name() === word || child.aliases().includes(word)))
      return;
    const [flag = '', value] = splitAtEquals(word);
    const option = optionIn(flag, command.options);
    // One with a function for its values can be repeated.
    if (!option?.required || option.parseArg) continue;
    const text = value ?? words[++at] ?? '';
    if ((values.get(option) ?? text) !== text) throw repeated(option);
    values.set(option, text);
  }
}

/** `--limit=5` has two parts, `--limit` one. */
const splitAtEquals = (word: string): readonly [flag: string, value?: string] =>
  word.startsWith('--') && word.includes('=')
    ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
    : [word];

const repeated = ({ long }: Option): CliError =>
  new CliError('usage', `${long} is given twice, with different values.`, {
    field: long,
    hint: 'Keep one.',
  });
