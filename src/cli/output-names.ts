import type { Command } from 'commander';
import type { CommandDefinition } from './command.ts';

/** Options that make the output another one, with what they show. */
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
