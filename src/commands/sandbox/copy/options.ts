import type { Command } from 'commander';
import type { Session } from '../../../cli/session.ts';
import { CliError } from '../../../errors.ts';
import { addOptions, type OptionSpecs, type RawOptions, readOptions, suggestAt } from '../../../input/options.ts';
import { durationKind, textKind } from '../../../resources/kinds.ts';
import { languageTagKind } from '../../../resources/shop-kinds.ts';
import { rateKind } from '../../products/import-options.ts';

const copyOptions = {
  copyOf: {
    flag: '--copy-of',
    kind: { ...textKind, placeholder: 'store' },
    about: 'copy this store (profile or URL) into --db first',
  },
  language: {
    flag: '--language',
    kind: languageTagKind,
    about: "language of the copied texts (default: the store's)",
  },
  rate: { flag: '--rate', kind: rateKind, about: 'maximum requests per second while copying' },
  maxWait: {
    flag: '--max-wait',
    kind: durationKind,
    about: 'stop copying if the store asks to wait longer (default 15m)',
  },
} as const satisfies OptionSpecs;

/** Adds the options of `--copy-of`. */
export function addCopyOptions(command: Command): void {
  addOptions(command, copyOptions);
  suggestAt(command, '--copy-of', 'profiles');
  command
    .option('--refresh', 'copy again, discarding what was created in the copy')
    .option('--no-baskets', 'do not copy baskets');
}

/** Copies the store that `--copy-of` names, if one is named. @param database that of `--db` @throws CliError */
export async function copyNamedStore(session: Session, raw: RawOptions, database: string | undefined): Promise<void> {
  const { copyOf, language, rate, maxWait = 15 * 60_000 } = readOptions(copyOptions, raw);
  const others = { '--language': language, '--rate': rate, '--refresh': raw.refresh, '--max-wait': raw.maxWait };
  if (copyOf === undefined) {
    const [misplaced] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
    if (misplaced !== undefined) throw new CliError('usage', `${misplaced} needs --copy-of.`, { field: misplaced });
    return;
  }
  if (database === undefined || database === ':memory:')
    throw new CliError('usage', '--copy-of needs --db: the file for the copy.', {
      field: '--db',
      hint: `Example: shop-cli sandbox --copy-of ${copyOf} --db twin.db`,
    });
  if (raw.empty === true)
    throw new CliError('usage', 'Use either --copy-of or --empty, not both.', { field: '--empty' });
  const { copyStore } = await import('./copy-store.ts');
  await copyStore(session, {
    ...{ of: copyOf, database, language, rate, maxWait },
    refresh: raw.refresh === true,
    withBaskets: raw.baskets !== false,
  });
}
