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

  test.each(['', '; charset=x-unknown', '; charset=utf-8'])(
    'and what is not UTF-8 is refused where the charset is "%s": letters would be wrong',
    async (charset) => {
      const latin1 = sends(Buffer.from(text, 'latin1'), { 'content-type': `application/json${charset}` });
      const { code, out, err } = await runAt(latin1, 'customers get 101 --json');
      expect([code, out, err.includes('is not UTF-8, and declares no other charset')]).toEqual([5, '', true]);
      expect((await runAt(latin1, 'customers update 101 --phone-number 1')).code).toBe(10);
    },
  );

  test('an error in no known encoding is still that error', async () => {
    const behaviour: Behaviour = (_, response) =>
      response
        .writeHead(422, { 'content-type': 'application/json' })
        .end(Buffer.from(JSON.stringify({ message: 'K\u00f6hler' }), 'latin1'));
    expect(await runAt(behaviour, 'customers get 101')).toMatchObject({ code: 5, err: expect.stringContaining('K') });
  });
});

describe('a reply without a body', () => {
  test.each([
    ['that is said to be compressed', sends('', { 'content-encoding': 'gzip' })],
    ['but for empty lines', sends('\r\n \r\n')],
  ])('%s is read as an empty one', async (_, behaviour) => {
    const shown = sends(text);
    expect((await runAt(inTurn(shown, behaviour, shown), 'customers update 101 --phone-number 1')).code).toBe(0);
    const gone: Behaviour = (_, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    expect((await runAt(inTurn(behaviour, gone), 'customers delete 101 --yes')).code).toBe(0);
  });
});
