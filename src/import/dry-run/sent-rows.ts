import { decide, uncompared } from '../deliver/decide.ts';
import { judge } from '../deliver/next.ts';
import type { RowQuestion } from '../evidence/row-look-up.ts';
import type { ImportOptions } from '../options.ts';
import type { FileRows } from '../rows/file-rows.ts';
import type { Forecast } from './forecast.ts';

/** What a dry run says where the API has no look-up. */
export const onlyJournalKnows = (names: string): string =>
  `The API cannot list ${names}: rows that earlier imports know count as existing or uncertain, and all others as new.`;

/** Forecasts the rows of a noun that the store does not list. @param ask what is known of them */
export async function forecastSent(
  forecast: Forecast,
  keys: FileRows,
  ask: RowQuestion,
  { plan }: ImportOptions,
): Promise<void> {
  const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0, refused: 0, unclear: 0 };
  const exists = async (compared: Parameters<RowQuestion>[0]) => judge({ row: 'unsent' }, await ask(compared));
  await decide(uncompared(keys), { exists, heldBack: undefined, planned: plan?.records }, (compared, action) => {
    if (action.do === 'finish' && action.outcome.state === 'existing') counts.same++;
    if (action.do === 'send') counts.new++;
    forecast.add(compared, action);
  });
  forecast.counts = counts;
}
