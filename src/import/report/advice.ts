import type { CliError } from '../../errors.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { Tally } from '../journal/tally.ts';
import { titleOf } from '../map/headings/headings.ts';
import type { ImportOptions } from '../options.ts';
import { rowsToFix } from '../words/check-texts.ts';

interface AdvisedRun {
  readonly options: ImportOptions;
  readonly ledger: Ledger;
}

/** The next steps after a run, a sentence each. @param reason why it stopped early */
export function adviceOn({ options, ledger }: AdvisedRun, reason: CliError | undefined): readonly string[] {
  const { run, tally } = ledger;
  const { aborted } = options.context.interrupted;
  const place = { file: options.files.rejected, isPlanned: options.plan !== undefined };
  const advice = [...rowsToFix(place, tally.unsendable.invalid, tally.count('rejected'))];
  advice.push(...toCheck({ options, ledger }));
  if (canContinue(ledger, reason) && (reason || aborted || hasUnfinishedRows(tally))) {
    const rows = tally.uncertain > 0 ? 'the other rows' : 'every row';
    const next = isSetAside(tally, reason) ? `send ${rows}` : `continue import ${run.id}`;
    advice.push(`${aborted && !reason ? 'Interrupted. ' : ''}Rerun the command to ${next}.`);
  }
  return advice;
}

/** What a person has to look at in the shop. */
function toCheck({ options: { noun }, ledger }: AdvisedRun): readonly string[] {
  const texts: string[] = [];
  if (ledger.tally.uncertain > 0) texts.push(`Uncertain rows may exist in the store. ${checkEach(noun)}`);
  if (ledger.isAllSaid()) texts.push(onlySaid(noun));
  if (ledger.tally.count('duplicate') > 0)
    texts.push('Duplicates: delete all but one in the back office. shop-cli did not delete anything.');
  return texts;
}

/** Whether rows were not sent, or their outcome is not known yet. */
export const hasUnfinishedRows = (tally: Tally): boolean => tally.toSend + tally.count('open') > 0;

/** The store refused everything and may be fixed before the next run, which sends every row again. */
export const isSetAside = (tally: Tally, reason: CliError | undefined): boolean =>
  reason?.kind === 'refused' && tally.count('created') === 0;

/**
 * Not without its journal, with a damaged one, after a fault of this program, or where a rerun does not help: what to do is in
 * the reason.
 */
const canContinue = ({ journal }: Ledger, reason: CliError | undefined): boolean =>
  journal.exists() && !['usage', 'fault', 'import-incomplete'].includes(reason?.kind ?? '');

/** A warning for each field that the store answered with another value of. */
export const notKeptTexts = (
  { noun }: Pick<ImportOptions, 'noun'>,
  { notKept }: Pick<Ledger, 'notKept'>,
): readonly string[] =>
  [...notKept].map(([field, rows]) => {
    const count = inNumber(`${formatCount(rows)} {row|rows}`, rows);
    const compare = noun.comparedBy ? ` Compare with 'shop-cli ${noun.comparedBy}'.` : '';
    return `the store did not keep ${titleOf(noun, field)} as it was sent in ${count}.${compare}`;
  });

const onlySaid = ({ names: [one, several] }: ImportOptions['noun']): string =>
  `The store says for every row that the ${one} exists, but has shown none of these ${several}. Look for one of them in the back office of the shop.`;

const checkEach = ({ shownBy }: ImportOptions['noun']): string =>
  shownBy === undefined ? 'Check each in the back office of the shop.' : `Check each with 'shop-cli ${shownBy}'.`;
