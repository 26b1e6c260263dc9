import { decide, uncompared } from '../deliver/decide.ts';
import { type Action, judge } from '../deliver/next.ts';
import { sentOnce } from '../evidence/no-look-up.ts';
import { whenErased } from '../journal/erased.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import { keyText } from '../map/key.ts';
import type { ComparedRow } from '../march/results.ts';
import type { ImportOptions } from '../options.ts';
import type { FileRows } from '../rows/file-rows.ts';
import type { Forecast } from './forecast.ts';

/** What a dry run says where the API has no look-up. */
export const onlyJournalKnows = (names: string): string =>
  `The API cannot list ${names}: rows that an earlier import sent count as existing or uncertain, and all others would be sent.`;

/** Forecasts the rows of a noun without a look-up, as an import decides about them: it sends a row once in all runs. */
export async function forecastSent(
  forecast: Forecast,
  keys: FileRows,
  known: KnownRecords | undefined,
  { plan, noun }: ImportOptions,
): Promise<void> {
  const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0, refused: 0, unclear: 0 };
  const exists = known ? existsBefore(known, noun.names[1]) : () => ({ do: 'send' }) as const;
  await decide(uncompared(keys), { exists, heldBack: undefined, planned: plan?.records }, (compared, action) => {
    const state = action.do === 'finish' ? action.outcome.state : undefined;
    if (state === 'existing') counts.same++;
    else if (state === 'blocked') counts.near++;
    else if (state !== 'erased') counts.new++;
    forecast.add(compared, action);
  });
  forecast.counts = counts;
}

function existsBefore(known: KnownRecords, noun: string): (compared: ComparedRow) => Promise<Action> {
  const erasedAt = whenErased(known.journal, noun);
  const ask = sentOnce(known);
  return async (compared) => {
    const { key } = compared.row;
    const at = known.found(key) ? undefined : erasedAt.get(keyText(key));
    return judge({ row: 'unsent' }, at === undefined ? await ask(compared) : { kind: 'erased', at });
  };
}
