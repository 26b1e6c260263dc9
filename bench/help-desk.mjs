// Requests and seconds of each step of a help desk, once the index is there: npm run bench -- help-desk [customers...]
import { join } from 'node:path';
import { countedRun } from './support/counted.mjs';
import { program, rounded, runNode } from './support/measure.mjs';
import { inDirectory, startOwnSandbox, withServer } from './support/servers.mjs';

const latency = '80ms';
const notFound = 3;

export async function run(...sizes) {
  const shops = (sizes.length > 0 ? sizes : [2000, 20_000]).map(Number);
  const columns = [];
  for (const customers of shops) columns.push(await inDirectory((directory) => measured(directory, customers)));
  console.log(`The sandbox answers after ${latency}. Requests and seconds of each step:\n`);
  console.log(`| step | ${shops.map((each) => `${each.toLocaleString('en')} people | seconds`).join(' | ')} |`);
  console.log(`|---|${shops.map(() => '--:|--:').join('|')}|`);
  for (const [at, { step }] of columns[0].entries())
    console.log(
      `| ${step} | ${columns.map((each) => `${each[at].requests} | ${rounded(each[at].seconds)}`).join(' | ')} |`,
    );
}

/** The index is made before the store is slow: one of 20,000 people would take minutes. */
async function measured(directory, customers) {
  const database = ['--db', join(directory, 'shop.db')];
  const found = await withServer(
    startOwnSandbox('--port', '0', ...database, '--people', String(customers)),
    async (variables) => {
      const env = at(directory, variables);
      await runNode([program, 'customers', 'find', 'nobody@example.invalid', '-q'], { env, exitCode: notFound });
      return { caller: await callerOf(variables), port: new URL(variables.SHOP_URL).port };
    },
  );
  return await withServer(
    startOwnSandbox('--port', found.port, ...database, '--latency', latency),
    async (variables) => {
      const steps = [];
      for (const [step, argv] of stepsOf(found.caller))
        steps.push({ step, ...(await countedRun(argv, at(directory, variables))) });
      return steps;
    },
  );
}

const at = (directory, variables) => ({
  ...variables,
  HOME: directory,
  XDG_STATE_HOME: join(directory, 'state'),
  XDG_CONFIG_HOME: join(directory, 'config'),
});

/** What a terminal has by itself: nobody reads more than a screen. */
const screen = ['--limit', '20'];

/** The orders of a product in the two weeks around one of them. */
export function productList({ products, dateCreated }) {
  const at = (days) => new Date(Date.parse(`${dateCreated.slice(0, 10)}T00:00:00Z`) + days * 24 * 3_600_000);
  const [since, until] = [-7, 7].map((days) => at(days).toISOString().slice(0, 10));
  return ['orders', 'list', '--product', products[0].sku, '--since', since, '--until', until];
}

const stepsOf = ({ customer, order }) => {
  const { zipcode, houseNumber, streetAddress, city } = order.deliveryAddress;
  return [
    ['`customers find`, a name', ['customers', 'find', `${customer.firstName} ${customer.lastName}`]],
    ['`customers find`, a last name', ['customers', 'find', customer.lastName, ...screen]],
    ['`customers find`, a last name and a city', ['customers', 'find', customer.lastName, city, ...screen]],
    ['`customers find`, a street', ['customers', 'find', streetAddress, ...screen]],
    ['`customers find`, a street and a city', ['customers', 'find', streetAddress, city, ...screen]],
    ['`customers find`, a phone number', ['customers', 'find', customer.phoneNumber]],
    ['`customers find`, a part of an e-mail address', ['customers', 'find', customer.emailAddress.split('@')[0]]],
    ['`customers find`, an order', ['customers', 'find', String(order.orderId)]],
    ['`customers find`, a postcode and house number', ['customers', 'find', `${zipcode} ${houseNumber}`]],
    ['`customers get --full`', ['customers', 'get', String(customer.customerId), '--full']],
    ['`orders list --customer`', ['orders', 'list', '--customer', String(customer.customerId)]],
    ['`orders list --since yesterday`', ['orders', 'list', '--since', 'yesterday']],
    ['`orders list --product`, two weeks', productList(order)],
    ['`baskets list --customer --open`', ['baskets', 'list', '--customer', String(customer.customerId), '--open']],
  ];
};

/** Who has ordered, in the middle of the list: neither new nor old. */
export async function callerOf({ SHOP_URL, SHOP_TOKEN }) {
  const get = async (path) =>
    (await fetch(`${SHOP_URL}/api/v2${path}${path.includes('?') ? '&' : '?'}token=${SHOP_TOKEN}`)).json();
  const { numRows } = await get('/baskets?limit=1');
  const { data } = await get(`/baskets?limit=100&offset=${Math.floor(numRows / 2)}`);
  for (const { orderId, customerId } of data) {
    if (!(Number(orderId) > 0 && Number(customerId) > 0)) continue;
    const [customer, order] = [await get(`/customers/${customerId}`), await get(`/orders/${orderId}`)];
    if (customer.phoneNumber && customer.emailAddress && order.deliveryAddress?.zipcode) return { customer, order };
  }
  throw new Error('None of a hundred baskets in the middle is ordered by a customer.');
}
