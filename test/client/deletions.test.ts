import { describe, expect, test } from 'vitest';
import { timeout, timesOut, watchDeadlines } from '../support/deadline.ts';
import { address, answers, basket, customer, hangsUp, inTurn, key, silent } from '../support/replies.ts';
import { type Behaviour, runAt, type SeenRequest, serveStore } from '../support/store.ts';
import { sampled, sampleOf } from '../support/thorough.ts';

describe('a DELETE', () => {
  const deletions = [
    [`baskets delete ${key} --yes`, key, basket],
    [`baskets items delete ${key} 206 --yes`, '206', { productId: '206', quantity: 1 }],
    ['customers delete 101 --yes', '101', customer],
    ['addresses delete 301 --customer 101 --yes', '301', address],
    ['orders delete 1001 --yes', '1001', { orderId: '1001' }],
  ] as const;
  sampled(3).each([
    ['status 204', answers(204, '')],
    ['JSON', answers(200, { success: true })],
    ['true', answers(200, 'true')],
    ['that it was deleted', answers(200, { deleted: true })],
    ['a message that it was deleted', answers(200, { message: 'The record was deleted.' })],
  ])('succeeds when the reply is %s', async (_, reply) => {
    for (const [line, id] of deletions) {
      const { run, seen } = await serveStore(reply);
      const { code, out, err } = await run(`${line} --json`);
      const deleted = { deleted: id, evidence: 'answered' };
      expect([line, code, JSON.parse(out), err, seen.length]).toEqual([line, 0, deleted, '', 1]);
    }
  });

  describe.each([
    ['a number, of rows or of another', answers(200, '2')],
    ['an empty body', answers(200, '')],
    ['null', answers(200, 'null')],
    ['a list', answers(200, [])],
    ['an empty text', answers(200, '""')],
    ['that it was accepted', answers(202, { success: true })],
    ['status 205', answers(205, '')],
    ['an address', answers(200, '', 'application/json', { location: '/api/v2/orders' })],
    ['the ID of another record', answers(200, { customerId: '7', orderId: '7', basketKey: '7', id: '7', uprid: '7' })],
  ])('answered with %s', (_, reply) => {
    const isDelete = ({ method }: SeenRequest): boolean => method === 'DELETE';
    /** A store that still shows what was deleted to so many reads. */
    const shownFor =
      (reads: number, record: object): Behaviour =>
      (request, response, count) =>
        isDelete(request)
          ? reply(request, response, count)
          : answers(count - 1 > reads ? 404 : 200, count - 1 > reads ? {} : record)(request, response, count);

    test('is followed by one read, and by one more where the record is still there', async () => {
      for (const [line, id, record] of sampleOf(deletions, 2))
        for (const reads of [0, 1]) {
          const { run, seen } = await serveStore(shownFor(reads, record));
          const { code, out } = await run(`${line} --json`);
          const deleted = { deleted: id, evidence: 'read' };
          expect([line, code, out && JSON.parse(out), seen.length]).toEqual([line, 0, deleted, 2 + reads]);
        }
    });

    test('is not done while the record is still there, alone and in a list', async () => {
      for (const [line, id, record] of sampleOf(deletions, 2)) {
        const { run } = await serveStore(shownFor(Number.POSITIVE_INFINITY, record));
        const { code, out, err, closing } = await run(line);
        expect([line, code, out, closing, err]).toEqual([line, 10, '', undefined, expect.stringContaining('is still')]);
        const several = await run(`${line.replace(` ${id}`, '')} --from - --json`, { stdin: `${id}\n` });
        const failed = [{ failed: id, evidence: 'none' }];
        expect([line, several.code, JSON.parse(several.out)]).toEqual([line, 7, failed]);
        expect(several.err).toContain(id);
      }
    });
  });

  test('of which a read does not show whether it is done has an unknown outcome', async () => {
    for (const then of [answers(500, {}), answers(200, '<html>', 'text/html'), answers(200, { customerId: '7' })]) {
      const { run } = await serveStore(inTurn(answers(200, ''), then));
      expect((await run('customers delete 101 --yes --retries 0')).code).toBe(10);
    }
  });

  test('that is answered with 404 in a list is not gone while the store shows it', async () => {
    const behaviour: Behaviour = (request, response, count) =>
      answers(request.method === 'DELETE' ? 404 : 200, request.method === 'DELETE' ? {} : customer)(
        request,
        response,
        count,
      );
    const { code, err } = await runAt(behaviour, 'customers delete --from - --yes', { stdin: '101\n' });
    expect([code, err]).toEqual([7, expect.stringContaining('but still shows the customer')]);
  });

  sampled(3).each([
    ['HTML', answers(200, '<html>deleted</html>', 'text/html')],
    ['plain text', answers(200, 'This record cannot be deleted.', 'text/plain')],
    ['truncated JSON', answers(200, '{"deleted":')],
    ['false', answers(200, 'false')],
    ['0', answers(200, '0')],
    ['that it was not deleted', answers(200, { deleted: false })],
    ['a message that it cannot', answers(200, { message: 'Cannot be deleted' })],
    ['another record', answers(200, { a: 1 })],
  ])('exits with 10 and what to look at when the reply is %s', async (_, reply) => {
    for (const [line] of deletions) {
      const { run, seen } = await serveStore(reply);
      const { code, out, err, closing } = await run(line);
      expect([line, code, out, closing, seen.length]).toEqual([line, 10, '', undefined, 1]);
      expect(err).toContain('Check before you retry: shop-cli ');
    }
  });

  test('that is answered with the record is followed by a GET, which shows whether it is gone', async () => {
    const gone = await serveStore(inTurn(answers(200, customer), answers(404, {})));
    expect((await gone.run('customers delete 101 --yes')).code).toBe(0);
    const kept = await serveStore(answers(200, customer));
    expect((await kept.run('customers delete 101 --yes')).code).toBe(10);
  });

  test('exits with 10 when the reply is a page to sign in: nothing shows that anything was deleted', async () => {
    const page = '<!doctype html><title>Sign in</title><form><input name="user"><input type="password"></form>';
    const { run } = await serveStore(answers(200, page, 'text/html'));
    const { code, out, err } = await run('customers delete 101 --yes');
    expect([code, out, err]).toEqual([10, '', expect.stringContaining('"Sign in"')]);
  });

  test.each([
    ['a closed connection', hangsUp],
    ['502', answers(502, '<html>Bad gateway</html>', 'text/html')],
    ['503', answers(503, {})],
    ['504', answers(504, '')],
  ])('counts as done when the first reply is %s and the retry gets 404', async (_, first) => {
    for (const [line, id] of deletions) {
      const { run, seen } = await serveStore(inTurn(first, answers(404, { error: { message: 'No such record' } })));
      const { code, out } = await run(`${line} --json`);
      expect([code, JSON.parse(out), seen.length]).toEqual([0, { deleted: id, evidence: 'answered' }, 2]);
    }
  });

  test('exits with 3 when the first reply is 404', async () => {
    expect((await runAt(answers(404, { message: 'None' }), 'customers delete 101 --yes')).code).toBe(3);
  });

  test('exits with 3 when a 429 is followed by 404: nothing was deleted', async () => {
    const { run, seen } = await serveStore(inTurn(answers(429, {}), answers(404, { message: 'None' })));
    expect([(await run('customers delete 101 --yes')).code, seen.length]).toEqual([3, 2]);
  });

  test.each([
    ['gets no answer', timesOut, `--timeout ${timeout}ms`],
    ['is cut off each time', hangsUp, ''],
    ['gets 503 each time', answers(503, {}), ''],
  ])(
    'that %s is sent three times, then exits with 10 and a command to check the record',
    async (_, behaviour, options) => {
      watchDeadlines();
      const { run, seen } = await serveStore(behaviour);
      const { code, out, err } = await run(`baskets delete ${key} --yes ${options}`);
      expect([code, out, seen.length]).toEqual([10, '', 3]);
      expect(err).toContain(`shop-cli baskets get ${key}`);
    },
  );

  test('exits with 6 when the store cannot be reached', async () => {
    const { run, seen } = await serveStore(silent);
    const { code } = await run('customers delete 101 --yes', { env: { SHOP_URL: 'http://127.0.0.1:1' } });
    expect([code, seen.length]).toEqual([6, 0]);
  });
});
