import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { readBaskets } from '../../people/orders/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { formatCount } from '../../text/numbers.ts';

/** How many of the newest baskets are looked at. */
const maxBaskets = 500;

/**
 * The whole keys of baskets: a beginning becomes the key of the only one among the newest baskets that begins so. A whole
 * key is not looked for, and a beginning is never part of an address: a store could answer with any basket.
 * @param typed as `readId` reads them
 * @throws CliError `not-found` or `usage` that names every beginning of none or of several
 */
export async function wholeKeys(session: Session, typed: readonly string[]): Promise<readonly string[]> {
  const beginnings = new Set(typed.filter((text) => basketKeyKind.typed(text) === undefined));
  if (beginnings.size === 0) return typed;
  const [first = ''] = beginnings;
  if (session.options.curl) throw needsWhole(`--curl cannot look up the basket ${first}: it sends nothing.`);
  const newest = await newestKeys(session, first);
  const matches = new Map([...beginnings].map((text) => [text, newest.keys.filter((key) => beginsWith(key, text))]));
  refuseOthers(session, newest, matches);
  return typed.map((text) => matches.get(text)?.[0] ?? text);
}

const beginsWith = (key: string, beginning: string): boolean => key.toLowerCase().startsWith(beginning.toLowerCase());

interface Newest {
  readonly keys: readonly string[];
  readonly isAll: boolean;
}

async function newestKeys(session: Session, beginning: string): Promise<Newest> {
  const connection = await session.connect({ manyRequests: true });
  const list = await readBaskets({ connection, clock: session.context.clock, newestFirst: true });
  const keys: string[] = [];
  for await (const { records } of list.pages) {
    keys.push(...records.map((record) => basket.idOf(record)));
    if (keys.length < maxBaskets) continue;
    if (!list.isNewestFirst)
      throw needsWhole(
        `${session.storeName()} does not list its baskets by date, so it would take too long to find the key that begins with ${beginning}.`,
      );
    return { keys, isAll: false };
  }
  return { keys, isAll: true };
}

/** @throws CliError for the first beginning that none or several have, with a sentence for each */
function refuseOthers(session: Session, newest: Newest, matches: ReadonlyMap<string, readonly string[]>): void {
  const others = [...matches].filter(([, keys]) => keys.length !== 1);
  if (others.length === 0) return;
  const where = newest.isAll
    ? `basket on ${session.storeName()}`
    : `of the ${formatCount(newest.keys.length)} newest baskets on ${session.storeName()}`;
  const sentences = others.map(([text, keys]) =>
    keys.length === 0
      ? `No ${where} has a key that begins with ${text}.`.replace('No of', 'None of')
      : `${keys.length} baskets have a key that begins with ${text}:\n${keys.map((key) => `  ${key}`).join('\n')}`,
  );
  const isMissing = others.every(([, keys]) => keys.length === 0);
  throw isMissing
    ? new CliError('not-found', sentences.join('\n'), { field: 'key', hint: whereToFind.basket })
    : needsWhole(sentences.join('\n'));
}

const needsWhole = (message: string): CliError =>
  new CliError('usage', message, { field: 'key', hint: 'Pass the full key.' });
