import { describe, expect, test } from 'vitest';
import { customers } from '../../../../src/client/endpoints/imported-customers.ts';
import { IdReadings } from '../../../../src/import/evidence/ids/id-readings.ts';
import { connectTo } from '../../../support/connection.ts';
import { type Behaviour, json, serveStore } from '../../../support/store.ts';

const says =
  (status: number, body: unknown): Behaviour =>
  (_, response) =>
    json(response, status, body);
const page = (status: number): Behaviour => {
  return (_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
};
const empty: Behaviour = (_, response) => response.writeHead(200).end();

/** What one reading of customer 7 says. */
async function readAt(behaviour: Behaviour): Promise<string> {
  const { url } = await serveStore(behaviour);
  const readings = new IdReadings({
    connection: connectTo(url, { retries: 0 }),
    noun: customers,
    clock: { now: () => new Date(), elapsed: () => 0, sleep: () => Promise.resolve() },
    stopped: new AbortController().signal,
    read: (once) => once(),
  });
  const reading = await readings.one('7');
  return reading.kind === 'record' ? `customer ${reading.record.customerId}` : reading.kind;
}

describe('what the store answers to a read by ID', () => {
  test.each<[string, Behaviour, string]>([
    ['the customer', says(200, { customerId: 7, emailAddress: 'ann@shop.test' }), 'customer 7'],
    ['404', says(404, { error: { message: 'Not found' } }), 'missing'],
    ['404 as the API writes it in a 200', says(200, { code: 404, message: 'Not found' }), 'missing'],
    ['410', says(410, { error: { message: 'Gone' } }), 'failed'],
    ['a page that says 404', page(404), 'failed'],
    ['nothing at all', empty, 'failed'],
    ['null', says(200, null), 'failed'],
    ['another customer', says(200, { customerId: 8, emailAddress: 'bob@shop.test' }), 'failed'],
    ['403', says(403, { error: { message: 'No' } }), 'failed'],
    ['500', says(500, {}), 'failed'],
  ])('%s', async (_, behaviour, expected) => expect(await readAt(behaviour)).toBe(expected));
});
