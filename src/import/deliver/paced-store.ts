import { setMaxListeners } from 'node:events';
import type { Connection } from '../../client/connection.ts';
import { ask } from '../../pace/ask.ts';
import { openPace } from '../../pace/pace.ts';
import type { Silence } from '../../pace/request-queue.ts';
import { SettleTime } from '../../pace/settle-time.ts';
import type { Values } from '../../resources/file-table.ts';
import type { LookUpStore } from '../evidence/look-up-store.ts';
import type { RowLookUp } from '../evidence/row-look-up.ts';
import { ownerOf, probeOf, rowLookUpOf } from '../evidence/row-look-ups.ts';
import { firstCreated } from '../journal/earlier-rows.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoreTest } from '../march/store-test.ts';
import type { ImportOptions, Remembered } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { tellOutage } from '../words/outage.ts';

/** The store of an import. */
export interface PacedStore extends LookUpStore {
  readonly rowLookUp: RowLookUp;
  /** The ID of the record to which a row belongs, by what the row states, as far as it is known. */
  readonly ownerOf: (stated: Values) => string | undefined;
  /** Aborted when every row was sent. */
  readonly sent: AbortController;
}

/** What the pace of a run depends on. */
interface PacedRun {
  readonly options: ImportOptions;
  readonly connection: Connection;
  readonly tested: StoreTest;
  readonly journal: Journal;
  /** The number of the run. */
  readonly id: number;
  readonly checked: CheckedFile;
  /** Whom searches have found. */
  readonly remembered: Remembered | undefined;
  /** Called with the number of products read so far while the store is listed, and with 0 at the end. */
  readonly onListed: (count: number) => void;
}

/** The store of a run, and the rate limiter of its requests. */
export function openPacedStore(run: PacedRun) {
  const { options, connection: shared, tested, journal, id, checked, remembered, onListed } = run;
  const { context, pace: limits, maxErrors, settings, noun } = options;
  // Without retries of the client, since the journal must know every attempt, and without its messages about waiting,
  // since the progress display has its own.
  const connection = { ...shared, retries: 0, waiting: undefined };
  const hasCreated = firstCreated(journal, id, 1).length > 0;
  const probe = probeOf(noun, connection);
  const { concurrency: ceiling, rate, maxWait } = limits;
  const { isOfPeople } = noun;
  const limited = { limits: { ceiling, rate, maxWait }, maxErrors };
  const onOutage = (silence: Silence) => void tellOutage(options, silence);
  const pace = openPace(connection, { context, ...limited, isOfPeople, hasCreated, probe, onOutage });
  const sent = new AbortController();
  // Every open row listens to it.
  setMaxListeners(0, sent.signal);
  const store: LookUpStore = {
    connection,
    tested,
    noun,
    language: settings.language,
    read: (once) => ask(once, store),
    // By other shards, which send other keys.
    mayGrow: checked.isShard,
    onListed,
    clock: context.clock,
    ...pace,
    settleTime: new SettleTime(limits.settle),
    isShared: checked.keys.isShared,
  };
  const rowLookUp = rowLookUpOf(store, { journal, run: id, remembered, checked, most: ceiling });
  const paced: PacedStore = {
    ...store,
    rowLookUp,
    ownerOf: (stated) => ownerOf(rowLookUp, stated),
    sent,
  };
  return { store: paced, limiter: pace.limiter };
}
