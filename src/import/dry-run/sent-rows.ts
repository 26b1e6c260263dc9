import type { KnownProducts } from '../journal/known-products.ts';
import type { FileRows } from '../rows/file-rows.ts';
import type { Forecast } from './forecast.ts';

/** What a dry run says where the API has no look-up. */
export const onlyJournalKnows = (names: string): string =>
  `The API cannot list ${names}: rows that an earlier import sent count as existing or uncertain, and all others would be sent.`;

/** Forecasts the rows of a noun without a look-up, as an import decides about them: it sends a row once in all runs. */
export function forecastSent(forecast: Forecast, keys: FileRows, known: KnownProducts | undefined): void {
  const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0, refused: 0, unclear: 0 };
  for (const page of keys.pages()) {
    for (const { record, key } of page) {
      if (known?.isFound(key)) counts.same++;
      else if (known && known.alike(key).length > 0) counts.near++;
      else {
        counts.new++;
        forecast.addNew(record);
      }
    }
  }
  forecast.counts = counts;
}
