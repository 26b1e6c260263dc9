// What the rows of a file are: how the file is written, and what a store has of them.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `keys` of so many rows, and the `file` of them. `select` is what the database of a store has, `recordFrom` each of its rows as
 * `{ id, sku }`; `isOwn` is false for what others have created. `prepare` makes what the rows belong to. `idName` is the column
 * of IDs in results.
 */
export const nouns = {
  products: {
    idName: 'productId',
    keys: (rows) => Array.from({ length: rows }, (_, at) => `Chaos-${at}`),
    file: (keys) => `sku,name\n${keys.map((sku) => `${sku},Product`).join('\n')}\n`,
    select: 'SELECT productId AS id, sku FROM products WHERE mainPlace IS NOT NULL',
    recordFrom: ({ id, sku }) => ({ id, sku, isOwn: true }),
    manners: ['slow-index', 'refuses-created', 'fold-keys', 'rate-limit', 'max-concurrent'],
    prepare: async () => undefined,
    others: () => ({ stop: async () => undefined }),
  },
  customers: {
    idName: 'customerId',
    keys: (rows) => Array.from({ length: rows }, (_, at) => `chaos-${at}@shop.test`),
    file: (keys) => `email,voornaam,achternaam\n${keys.map((key, at) => `${key},Chaos ${at},Row`).join('\n')}\n`,
    select: 'SELECT id, record FROM customers',
    recordFrom({ id, record }) {
      const { emailAddress, lastName } = JSON.parse(record).fields;
      return { id, sku: emailAddress, isOwn: lastName === 'Row' };
    },
    manners: ['refuses-created', 'rate-limit', 'max-concurrent'],
    prepare: async () => undefined,
    others: (variables, keys, random) =>
      strangers(variables, random, (at) => {
        const emailAddress = random.chance(0.25) ? random.oneOf(keys) : `stranger-${at}@shop.test`;
        return ['customers', { emailAddress, firstName: 'Somebody', lastName: 'Else' }];
      }),
  },
  addresses: {
    idName: 'addressId',
    /** Several of each customer, who has them in one list. */
    keys: (rows) => Array.from({ length: rows }, (_, at) => addressKey(owners[at % owners.length], at + 1)),
    file: (keys) =>
      `customerId,firstName,lastName,streetAddress,houseNumber,zipcode,city,country\n${keys.map(addressRow).join('\n')}\n`,
    /** Results have the customer of a row: its line tells which. */
    keyOfClaim: ({ line }, keys) => keys[Number(line) - 2],
    select: 'SELECT id, record FROM addresses',
    recordFrom({ id, record }) {
      const { customerId, fields } = JSON.parse(record);
      return { id, sku: addressKey(customerId, fields.houseNumber), isOwn: fields.lastName === 'Row' };
    },
    manners: ['refuses-created', 'rate-limit', 'max-concurrent'],
    prepare: makeOwners,
    others: (variables, keys, random) =>
      strangers(variables, random, (at) => {
        const [customerId, houseNumber] = random.chance(0.25)
          ? random.oneOf(keys).split(' ')
          : [owners[0], 10_000 + at];
        return [`customers/${customerId}/addresses`, { ...addressOf(houseNumber), lastName: 'Else' }];
      }),
  },
};

/** The customers of a store that was empty, once they are made. */
const owners = [101, 102, 103, 104, 105, 106, 107];
const addressKey = (customerId, houseNumber) => `${customerId} ${houseNumber}`;
const addressOf = (houseNumber) => ({
  ...{ firstName: 'Chaos', lastName: 'Row', streetAddress: 'Dam', houseNumber: Number(houseNumber) },
  ...{ zipcode: '1012 JS', city: 'Amsterdam', country: 'NL' },
});
function addressRow(key) {
  const [customerId, houseNumber] = key.split(' ');
  return [customerId, ...Object.values(addressOf(houseNumber))].join(',');
}

/** Whoever is made twice since an answer was lost has no address. */
async function makeOwners(variables) {
  for (let at = 0; ; at++) {
    const body = { emailAddress: `owner-${at}@shop.test`, firstName: 'Jo', lastName: 'Bos' };
    const made = await post(variables, 'customers', body, AbortSignal.timeout(2000));
    if (Number(made?.customerId ?? made?.id) >= owners.at(-1)) return;
  }
}

/** Sends a record. Resolves to the reply, or undefined where the store fails, as it does. @throws Error where it is not asked rightly */
async function post({ SHOP_URL, SHOP_TOKEN }, path, record, signal) {
  const init = {
    method: 'POST',
    body: JSON.stringify(record),
    headers: { 'Content-Type': 'application/json' },
    signal,
  };
  const reply = await fetch(`${SHOP_URL}/api/v2/${path}?token=${SHOP_TOKEN}`, init).catch(() => undefined);
  if (reply?.status === 401 || reply?.status === 404) throw new Error(`The store answers ${reply.status} to ${path}.`);
  return await reply?.json().catch(() => undefined);
}

/** Others who use the shop during an import; one in four of their records has the key of a row. */
function strangers(variables, random, recordOf) {
  const ending = new AbortController();
  const register = async () => {
    for (let at = 0; !ending.signal.aborted; at++) {
      const [path, record] = recordOf(at);
      await post(variables, path, record, AbortSignal.any([ending.signal, AbortSignal.timeout(2000)]));
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
