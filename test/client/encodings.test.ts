import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inTurn } from '../support/replies.ts';
import { type Behaviour, runAt } from '../support/store.ts';

const customer = { customerId: '101', lastName: 'Köhler' };
const text = JSON.stringify(customer);

const sends =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

describe('a reply is read in its encoding', () => {
  test.each([
    ['UTF-8', sends(text)],
    ['UTF-8 that says it is Latin-1', sends(text, { 'content-type': 'application/json; charset=iso-8859-1' })],
    ['Latin-1', sends(Buffer.from(text, 'latin1'), { 'content-type': 'application/json; charset=ISO-8859-1' })],
    ['Latin-1 in quotes', sends(Buffer.from(text, 'latin1'), { 'content-type': 'application/json;charset="latin1"' })],
    ['gzip', sends(gzipSync(text), { 'content-encoding': 'gzip' })],
    ['GZIP', sends(gzipSync(text), { 'content-encoding': 'GZIP' })],
    ['x-gzip', sends(gzipSync(text), { 'content-encoding': 'x-gzip' })],
    ['gzip twice named', sends(gzipSync(text), { 'content-encoding': 'identity, gzip' })],
    ['a byte order mark', sends(`\ufeff${text}`)],
    ['empty lines around it', sends(`\r\n\r\n${text}\r\n\r\n`)],
  ])('where the reply is %s', async (_, behaviour) => {
    expect(JSON.parse((await runAt(behaviour, 'customers get 101 --json')).out)).toEqual(customer);
  });

  test('a charset that nobody knows is UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset=x-unknown' };
    expect((await runAt(sends(Buffer.from(text, 'latin1'), headers), 'customers get 101')).code).toBe(0);
  });
});

describe('a reply without a body', () => {
  test.each([
    ['that is said to be compressed', sends('', { 'content-encoding': 'gzip' })],
    ['but for empty lines', sends('\r\n \r\n')],
  ])('%s is read as an empty one', async (_, behaviour) => {
    expect((await runAt(inTurn(behaviour, sends(text)), 'customers update 101 --phone-number 1')).code).toBe(0);
    expect((await runAt(behaviour, 'customers delete 101 --yes')).code).toBe(0);
  });
});
