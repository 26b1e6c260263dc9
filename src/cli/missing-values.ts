import { Command, type Option } from 'commander';
import { CliError } from '../errors.ts';
import { shellWord } from '../text/escape.ts';

/**
 * A command whose options never take the next option as their value: in `--sku $SKU --dry-run` the variable is probably
 * empty. commander takes whatever follows.
 */
export class CheckedCommand extends Command {
  override createCommand(name?: string): CheckedCommand {
    return new CheckedCommand(name);
  }

  override parseOptions(words: string[]): ReturnType<Command['parseOptions']> {
    refuseMissingValue(this, words);
    return super.parseOptions(words);
  }
}

/** @throws CliError `usage` */
function refuseMissingValue({ options }: Command, words: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    const previous = words[at - 1] ?? '';
    const before = options.find(({ long, short }) => previous === long || previous === short);
    if (before?.required && isOption(word, options)) throw missingValue(before, word);
    if (word === '--') return;
  }
}

/** Also one of another command, or a misspelled one: it was not meant as a value either. */
const isOption = (word: string, options: readonly Option[]): boolean =>
  word === '--' || /^--[a-z][\w-]*(=|$)/i.test(word) || isShort(word, options);

/** `-y`, or several in one word: `-qy`. */
const isShort = (word: string, options: readonly Option[]): boolean =>
  /^-[a-z]+$/i.test(word) &&
  [...word.slice(1)].every((letter) => letter === 'h' || options.some(({ short }) => short === `-${letter}`));

function missingValue({ long }: Option, word: string): CliError {
  const next = word === '--' ? word : `the option ${word}`;
  return new CliError('usage', `Missing value for ${long}: the next word is ${next}.`, {
    field: long,
    hint: `If that is the value: ${shellWord(`${long}=${word}`)}`,
  });
}
