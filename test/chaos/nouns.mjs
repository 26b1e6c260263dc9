// What the rows of a file are: how the file is written, and what a store has of them.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `keys` of so many rows, and the `file` of them. `select` is what the database of a store has, `recordFrom` each of its rows as
 * `{ id, sku }`; `isOwn` is false for what others have created.
 */
export const nouns = {
  products: {
    keys: (rows) => Array.from({ length: rows }, (_, at) => `Chaos-${at}`),
    file: (keys) => `sku,name\n${keys.map((sku) => `${sku},Product`).join('\n')}\n`,
    select: 'SELECT productId AS id, sku FROM products WHERE mainPlace IS NOT NULL',
    recordFrom: ({ id, sku }) => ({ id, sku, isOwn: true }),
    manners: ['slow-index', 'refuses-created', 'fold-keys', 'rate-limit', 'max-concurrent'],
    /** Whether every row is in the store at the end. */
    isComplete: true,
    others: () => ({ stop: async () => undefined }),
  },
  customers: {
    keys: (rows) => Array.from({ length: rows }, (_, at) => `chaos-${at}@shop.test`),
    file: (keys) => `email,voornaam,achternaam\n${keys.map((key, at) => `${key},Chaos ${at},Row`).join('\n')}\n`,
    select: 'SELECT id, record FROM customers',
    recordFrom({ id, record }) {
      const { emailAddress, lastName } = JSON.parse(record).fields;
      return { id, sku: emailAddress, isOwn: lastName === 'Row' };
    },
    manners: ['refuses-created', 'rate-limit', 'max-concurrent'],
    isComplete: false,
    others: strangers,
  },
};

/** People who register in the shop while others are imported; one in four has the e-mail address of a row. */
function strangers({ SHOP_URL, SHOP_TOKEN }, keys, random) {
  const ending = new AbortController();
  const register = async () => {
    for (let at = 0; !ending.signal.aborted; at++) {
      const emailAddress = random.chance(0.25) ? random.oneOf(keys) : `stranger-${at}@shop.test`;
      const body = JSON.stringify({ emailAddress, firstName: 'Somebody', lastName: 'Else' });
      const headers = { Authorization: `Bearer ${SHOP_TOKEN}`, 'Content-Type': 'application/json' };
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(2000)]);
      // Whatever the store answers: its faults are theirs, too.
      await fetch(`${SHOP_URL}/customers`, { method: 'POST', body, headers, signal }).catch(() => undefined);
      await sleep(random.between(20, 1500), undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const ended = register();
  return {
    async stop() {
      ending.abort();
      await ended;
    },
  };
}
