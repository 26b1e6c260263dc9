import type { Connection } from '../client/connection.ts';
import { wayToFind } from '../client/endpoints/noun.ts';
import { untilAnswered } from '../pace/until-answered.ts';
import type { StoreList } from './deliver/run-parts.ts';
import { probeOf } from './evidence/row-look-ups.ts';
import { firstProducts } from './march/lookup.ts';
import type { StoreTest } from './march/store-test.ts';
import type { ImportOptions } from './options.ts';

/**
 * What the store lists, whose look-up is reliable; undefined where the API has none. `--max-wait` bounds how long an answer
 * is waited for. @throws CliError `refused`
 */
export async function listOf(
  { noun, context, pace }: ImportOptions,
  connection: Connection,
  tested: StoreTest,
): Promise<StoreList | undefined> {
  const { concurrency: ceiling, rate, maxWait } = pace;
  const reading = { context, limits: { ceiling, rate, maxWait } };
  const way = wayToFind(noun);
  switch (way.by) {
    case 'search':
      return await untilAnswered(connection, reading, (once) => listAll({ connection: once, noun: way.noun }, tested));
    case 'owner':
    case 'ids':
    case 'none':
      // A host that is not found, or a token that is refused, is said before rows are sent in vain.
      await untilAnswered(connection, reading, async (once) => await probeOf(noun, once)?.());
      return undefined;
  }
}

async function listAll(store: Parameters<typeof firstProducts>[0], tested: StoreTest): Promise<StoreList> {
  const first = await firstProducts(store);
  const unreliable = await tested.begin(store, first.records);
  if (unreliable) throw unreliable;
  return { noun: store.noun, first };
}
