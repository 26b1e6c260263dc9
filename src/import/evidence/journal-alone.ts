import { type Noun, wayToFind } from '../../client/endpoints/noun.ts';
import { attemptsByKey } from '../journal/attempts.ts';
import { keyText } from '../map/rows/key.ts';
import { comparedRows } from './compared-rows.ts';
import { IdReadings, type NumberedStore } from './ids/id-readings.ts';
import { stillShown } from './ids/still-shown.ts';
import { sentOnce } from './no-look-up.ts';
import { rememberedRows } from './remembered-rows.ts';
import type { KnownBefore, RowQuestion } from './row-look-up.ts';
import { unread } from './settled.ts';

/**
 * What is known of rows that a dry run does not look up: what `before` of their look-up says, by the journal alone, but for
 * people whom shop-cli has deleted: they are read. A row that was sent and not refused may exist: while an import sends, it
 * would be looked up.
 */
export function askedOfJournal(noun: Noun, known: KnownBefore, store: Omit<NumberedStore, 'noun'>): RowQuestion {
  const way = wayToFind(noun);
  switch (way.by) {
    case 'search':
      return comparedRows({ blocked: known.blocked, recent: { has: () => false } }, async () => unread);
    case 'owner':
      return sentOrRemembered(noun, known, shownLater);
    case 'ids':
      return sentOrRemembered(noun, known, stillShown(way.noun, new IdReadings({ ...store, noun: way.noun })));
    case 'none':
      return sentOnce(known.knownRecords);
  }
}

/** Addresses are looked up as they are sent. */
const shownLater = async (): Promise<undefined> => undefined;

function sentOrRemembered(noun: Noun, known: KnownBefore, still: ReturnType<typeof stillShown>): RowQuestion {
  const attempts = attemptsByKey(known.journal, noun.names[1], known.run.id);
  const ask = rememberedRows(known, { recent: undefined, firstShown: shownLater, stillShown: still });
  return async (compared) => {
    const found = await ask(compared);
    const sent = attempts.get(keyText(compared.row.key));
    return found.kind === 'new' && sent && !sent.isRefused ? { kind: 'sent' } : found;
  };
}
