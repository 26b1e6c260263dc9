import type { Command } from 'commander';
import type { Session } from '../../../cli/session.ts';
import { CliError } from '../../../errors.ts';
import { addOptions, attributeOf, flagOf, option, type RawOptions, readOptions } from '../../../input/options.ts';
import type { Changes } from '../../../resources/draft.ts';
import type { DraftFields } from '../../../resources/draft-fields.ts';
import { oneOf, textKind, wholeFrom } from '../../../resources/kinds.ts';

const file = { ...textKind, placeholder: 'file' };

const manyOptions = {
  from: option(file, 'CSV or Excel file of changes, or - for stdin'),
  empty: option(oneOf(['keeps', 'clears'], 'keeps|clears'), 'what an empty cell does (default keeps)'),
  maxChanges: option(wholeFrom(0), 'maximum number of records to change (default 100)'),
  results: option(file, 'write the outcome of each row'),
} as const;

const maxChangesByDefault = 100;

/** Adds `--from` and the options that go with it. */
export function addManyOptions(command: Command): void {
  addOptions(command.optionsGroup('Many at once:'), manyOptions);
  command.optionsGroup('Options:');
}

/** What the help of both commands says of a file. @param ids the columns that name a record */
export const aboutMany = (ids: string): string =>
  `With --from, a CSV or Excel file changes many records at once. It has ${ids}, and one column for each field to change, named like the options, or in English, Dutch or German. ` +
  'shop-cli checks the whole file first, and an unknown column is an error. An empty cell changes nothing; with --empty clears, it clears the field. ' +
  'It reads each record, shows what differs, and asks once; scripts pass --yes. It refuses to change more than --max-changes records (100). ' +
  'If an answer is lost, it reads the record and sends what still differs, so you can rerun the command at any time. ' +
  'A row fails if the store answers but does not change the record. If the store empties fields that were not sent, shop-cli sends no further rows. ' +
  '--results writes the outcome of each row, without values. If some records cannot be updated, shop-cli still updates the others, and the exit code is 7.';

export const someFailed = 'with --from: some records could not be updated';

/** How many records are updated from a file. */
export interface ManyOptions {
  readonly path: string;
  readonly clears: boolean;
  readonly maxChanges: number;
  readonly results: string | undefined;
}

/** Undefined where one record is updated. @throws CliError `usage` for options that go only with the other way */
export function readManyOptions(session: Session, raw: RawOptions, forOne: ForOne): ManyOptions | undefined {
  const { from, empty, maxChanges = maxChangesByDefault, results } = readOptions(manyOptions, raw);
  if (from === undefined) {
    const needing = (['empty', 'maxChanges', 'results'] as const).filter((name) => raw[name] !== undefined).map(flagOf);
    if (needing.length === 0) return undefined;
    throw new CliError('usage', `${needing.join(', ')} ${needing.length === 1 ? 'works' : 'work'} only with --from.`, {
      field: needing[0],
    });
  }
  refuseOthers(raw, forOne);
  refuseCurl(session);
  refuseQuestion(session, from);
  return { path: from, clears: empty === 'clears', maxChanges, results };
}

/** What updates one record. */
interface ForOne {
  /** The ID that was typed. */
  readonly id: string | undefined;
  readonly changes: Pick<Changes<DraftFields>, 'names'>;
  /** Other options that are about one record: `--body`. */
  readonly more: readonly `--${string}`[];
}

/** @throws CliError `usage` that names all that the file replaces */
function refuseOthers(raw: RawOptions, { id, changes, more }: ForOne): void {
  const flags = [...changes.names.map(flagOf), '--body', '--unset', ...more];
  const typed = [
    ...(id === undefined ? [] : [`"${id}"`]),
    ...flags.filter((flag) => raw[attributeOf(flag)] !== undefined),
  ];
  if (typed.length === 0) return;
  throw new CliError('usage', `--from takes IDs and fields from the file. Remove ${typed.join(', ')}.`, {
    field: '--from',
    hint: 'To set a field of all of them, add a column to the file.',
  });
}

function refuseCurl({ options }: Session): void {
  if (!options.curl) return;
  throw new CliError('usage', '--curl cannot show an update from a file: it depends on what the store has.', {
    field: '--curl',
    hint: 'Pass --dry-run.',
  });
}

/** Standard input that is a file answers no question. */
function refuseQuestion({ asksToConfirm }: Session, from: string): void {
  if (from !== '-' || !asksToConfirm) return;
  throw new CliError('usage', 'Refusing to update without confirmation: standard input is the file.', {
    field: '--yes',
    hint: 'Pass --yes, or a file.',
  });
}
