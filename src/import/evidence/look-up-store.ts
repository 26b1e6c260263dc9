import type { Noun } from '../../client/endpoints/noun.ts';
import type { Clock } from '../../context.ts';
import type { RequestPace } from '../../pace/pace.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import type { IsShared, StoreReader } from '../march/lookup.ts';
import type { StoreTest } from '../march/store-test.ts';

/** What look-ups need of the store of an import: what paces its requests, and what was learned of it. Reads are retried. */
export interface LookUpStore extends Omit<StoreReader, 'noun'>, Omit<RequestPace, 'limiter'> {
  readonly noun: Noun;
  readonly tested: StoreTest;
  readonly clock: Clock;
  readonly settleTime: SettleTime;
  readonly isShared: IsShared;
}

/** A store that is searched. */
export type ListedStore = LookUpStore & Pick<StoreReader, 'noun'>;
