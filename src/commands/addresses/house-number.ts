import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import { houseNumberOf } from '../../resources/countries/house-number.ts';

/** Reads `--house-number 12a` as the question does: as 12, and `a` as its extension. */
export function splitHouseNumber(command: Command): void {
  command.hook('preAction', () => {
    const { houseNumber: typed, houseNumberExtension: given } =
      command.opts<Readonly<Record<string, string | undefined>>>();
    const split = houseNumberOf((typed ?? '').trim());
    if (!split?.extension) return;
    if (given !== undefined) throw twoExtensions(typed ?? '', split.number, given);
    command.setOptionValueWithSource('houseNumber', `${split.number}`, 'cli');
    command.setOptionValueWithSource('houseNumberExtension', split.extension, 'cli');
  });
}

function twoExtensions(typed: string, number: number, given: string): CliError {
  return new CliError(
    'usage',
    `--house-number "${typed}" has an extension, and --house-number-extension "${given}" is given too.`,
    {
      field: '--house-number',
      hint: `Give the number alone (--house-number ${number}), or leave out --house-number-extension.`,
    },
  );
}
