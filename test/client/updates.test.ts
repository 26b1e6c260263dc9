import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, hangsUp, inTurn, key, requests } from '../support/replies.ts';
import { serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const other = { ...address, city: 'Brugge' };

describe.each([
  ['a basket', `baskets update ${key} --coupon A`, `/baskets/%7B${key}%7D`, basket, { coupon: 'A' }],
  [
    'a line',
    `baskets items update ${key} 206 --quantity 2`,
    `/baskets/%7B${key}%7D/206`,
    { productId: '206', quantity: '1' },
    { quantity: '2.0000' },
  ],
  ['a customer', 'customers update 101 --phone-number 1', '/customers/101', customer, { phoneNumber: '1' }],
  [
    'an address',
    'addresses update 301 --customer 101 --city Gent',
    '/customers/101/addresses/301',
    other,
    { city: 'Gent' },
  ],
])('the reply to a PATCH of %s', (_, line, path, record, changed) => {
  const asked = { ...record, ...changed };

  sampled(4).each([
    ['is empty', answers(200, '')],
    ['is 204', answers(204, '')],
    ['is {}', answers(200, {})],
    ['is []', answers(200, [])],
    ['is true', answers(200, 'true')],
    ['is only an ID', answers(200, { id: '7' })],
    ['says success', answers(200, { success: true, message: 'Saved' })],
    ['is a different record', answers(200, { userName: 'x' })],
  ])('is followed by a GET when it %s', async (_how, reply) => {
    const { run, seen } = await serveStore(inTurn(answers(200, record), reply, answers(200, asked)));
    const { code, out, err } = await run(`${line} --json`);
    expect([code, err, requests(seen)]).toEqual([0, '', [`GET ${path}`, `PATCH ${path}`, `GET ${path}`]]);
    expect(JSON.parse(out)).toEqual(asked);
  });

  test('is followed by a GET even when it is the record: it may be what was sent', async () => {
    const { run, seen } = await serveStore(
      inTurn(answers(200, record), answers(200, { ...record, value: '7' }), answers(200, asked)),
    );
    const { code, out } = await run(`${line} --json`);
    expect([code, JSON.parse(out), requests(seen).slice(1)]).toEqual([0, asked, [`PATCH ${path}`, `GET ${path}`]]);
  });

  test('is believed when it is the record and the store does not show it', async () => {
    const { run } = await serveStore(inTurn(answers(405, {}), answers(200, asked), answers(405, {})));
    const { code, out } = await run(`${line} --json`);
    expect([code, JSON.parse(out)]).toEqual([0, asked]);
  });

  test.each([
    ['text', answers(200, 'PHP Fatal error:  Uncaught Error', 'text/plain')],
    ['half a JSON', answers(200, '{"id":')],
    ['false', answers(200, 'false')],
    ['0', answers(200, '0')],
    ['a message that it cannot', answers(200, { message: 'This cannot be changed' })],
  ])('leaves the outcome unknown when it is %s', async (_how, reply) => {
    const { run, seen } = await serveStore(inTurn(answers(200, record), reply));
    const { code, out } = await run(`${line} --json`);
    expect([code, out, requests(seen)]).toEqual([10, '', [`GET ${path}`, `PATCH ${path}`]]);
  });
});

describe('the reply to a PATCH', () => {
  test.each([
    ['answers 500', answers(500, { message: 'Oops' })],
    ['answers 404', answers(404, { message: 'Gone' })],
    ['hangs up', hangsUp],
    ['answers another record', answers(200, { a: 1 })],
  ])('exits with 10 and a command to check the record when the GET after it %s', async (_, then) => {
    const { run, seen } = await serveStore(inTurn(answers(200, basket), answers(204, ''), then));
    const { code, err } = await run(`baskets update ${key} --coupon A --retries 0 --quiet`);
    expect([code, err.includes(`shop-cli baskets get ${key}`)]).toEqual([10, true]);
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('leaves the outcome unknown when it is an HTML page', async () => {
    const { run, seen } = await serveStore(
      inTurn(answers(200, basket), answers(200, '<html>Down for maintenance</html>', 'text/html')),
    );
    const { code, err } = await run(`baskets update ${key} --coupon A --quiet`);
    expect([code, err.includes('The outcome of the PATCH is unknown.'), seen.length]).toEqual([10, true, 2]);
  });
});
