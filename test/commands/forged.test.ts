import { test } from 'vitest';
import { expectNothingForged, serveHostile } from '../support/hostile-store.ts';
import { ownDirectory } from '../support/run.ts';

const files = {
  'customers.csv': 'customerId,phoneNumber\n101,1\n',
  'addresses.csv': 'customerId,addressBookId,houseNumber\n101,301,7\n',
};

test.each([
  'customers erase 101',
  'customers erase 101 --yes',
  'customers delete 101 --dry-run',
  'customers delete 101 --yes',
  'customers delete 101 104 --dry-run',
  'customers delete 101 104 --yes',
  'customers update 101 --phone-number 1 --dry-run',
  'customers update 101 --phone-number 1 --yes',
  'customers update --from customers.csv --dry-run',
  'customers update --from customers.csv --yes',
  'addresses delete 301 --customer 101 --dry-run',
  'addresses delete 301 302 --customer 101 --yes',
  'addresses update 301 --customer 101 --city Gouda --dry-run',
  'addresses update --from addresses.csv --dry-run',
  'addresses update --from addresses.csv --yes',
  'baskets items add KEY --product BEL-001',
  'products create --name Mug --sku BEL-001',
  'orders create --basket KEY',
])('%s: no name forges a line of a message', async (line) => {
  const { run, basket } = await serveHostile();
  const {
    err,
    changes = '',
    closing = '',
  } = await run(line.replace('KEY', basket), { directory: ownDirectory(files) });
  expectNothingForged(`${changes}\n${err}\n${closing}`);
});
