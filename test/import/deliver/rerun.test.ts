import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { openedJournal } from '../journal/opened.ts';
import {
  type Answer,
  catalogue,
  created,
  exactly,
  importOnce,
  isList,
  isPost,
  type Product,
  posts,
  serveShop,
  skusOf,
  storeOf,
} from '../product-store.ts';

const file = catalogue(3);
const one = catalogue(1, 1);
const searched = ({ query }: SeenRequest): string => query.get('filter[search]') ?? '';

/** A store that calls `seen` before it answers. */
const watched =
  (seen: (request: SeenRequest) => unknown, answers: Behaviour): Behaviour =>
  (request, response, count) => {
    seen(request);
    answers(request, response, count);
  };

/** A store that is interrupted at the first creation, and answers it all the same. */
function interruptedStore(products: Product[], shows?: (product: Product) => boolean, answer?: () => Answer) {
  const user = new AbortController();
  const store = storeOf(products, answer, { finds: exactly, ...(shows && { shows }) });
  return {
    interrupted: user.signal,
    behaviour: watched((request) => isPost(request) && user.abort('SIGTERM'), store),
  };
}

test('an import interrupted during the look-ups repeats them, and sends no existing row', async () => {
  const products = [0, 1].map((at) => ({ productId: at + 1, sku: `S-${at}`, name: 'x' }));
  const user = new AbortController();
  const store = watched((request) => isList(request) && user.abort('SIGTERM'), storeOf(products));
  const { run } = await serveShop(file, store);
  await run('', { interrupted: user.signal });
  expect(await run()).toMatchObject({
    ...{ code: 0, report: { created: 1, existing: 2 }, err: expect.stringContaining('Continuing import 1') },
  });
  expect(skusOf(products)).toEqual(['S-0', 'S-1', 'S-2']);
});

test.each([
  ['', 'Wait for it to end (--wait-lock 10m)'],
  ['--wait-lock 0', 'Wait for it to end (--wait-lock 10m)'],
  ['--wait-lock 0s', 'Wait for it to end (--wait-lock 10m)'],
  ['--wait-lock 10m', 'Wait for it to end, or follow it'],
])('a second import into the store asks it nothing before the first has ended: "%s"', async (patience, hint) => {
  const { run, seen, directory } = await serveShop(file, storeOf());
  await openedJournal(join(directory, 'j.db'));
  const { code, err } = await run(patience);
  expect([code, seen.length, err]).toEqual([9, 0, expect.stringContaining(hint)]);
});

test('what an import created a moment ago is not sent again when the import is deleted before the store shows it', async () => {
  // One is shown at once, the others some looks later, within the settle time.
  let [isDeleted, looks] = [false, 0];
  const products: Product[] = [];
  const shows = ({ sku }: Product) => looks > 4 || (!isDeleted && sku === 'S-0');
  const seen = (request: SeenRequest) => isDeleted && searched(request) !== '' && looks++;
  // It counts them at once.
  const numRows = (all: number): number => (isDeleted ? all : products.length);
  const { run, ask } = await serveShop(file, watched(seen, storeOf(products, undefined, { shows, numRows })));
  const codes = [(await run()).code, (await ask('imports delete 1 --yes')).code];
  isDeleted = true;
  const { code, report } = await run();
  const list = JSON.parse((await ask('imports list --json --fields run')).out);
  expect([...codes, code, report.existing, list]).toEqual([0, 0, 0, 3, [{ run: 2 }]]);
  expect(skusOf(products)).toEqual(['S-0', 'S-1', 'S-2']);
});

test('an import that continues does not send what another has created meanwhile, also where the store does not show that yet', async () => {
  let [isLate, looks] = [false, 0];
  const products: Product[] = [];
  const { behaviour, interrupted } = interruptedStore(products, ({ sku }) => !isLate || sku !== 'S-1' || looks > 1);
  const seen = (request: SeenRequest) => isLate && searched(request) === 'sku:S-1' && looks++;
  const { run, ask, write } = await serveShop(file, watched(seen, behaviour));
  await run('', { interrupted });
  await write('other.csv', one);
  await ask('products import other.csv');
  isLate = true;
  expect(await run()).toMatchObject({ code: 0, err: expect.stringContaining('Continuing import 1') });
  expect(skusOf(products).toSorted()).toEqual(['S-0', 'S-1', 'S-2']);
});

test('an import that continues days later does not send what another has created, also where the store counts as many products as then', async () => {
  const products: Product[] = [{ productId: 900, sku: 'OLD', name: 'x' }];
  const { behaviour, interrupted } = interruptedStore(products);
  // Otherwise the time since then would not be known.
  const withDate: Behaviour = (request, response, count) => {
    response.setHeader('date', virtualClock().now().toUTCString());
    behaviour(request, response, count);
  };
  const { run, ask, write, changeJournal } = await serveShop(file, withDate);
  await run('', { interrupted });
  await write('other.csv', one);
  await ask('products import other.csv');
  products.splice(0, 1);
  await changeJournal('UPDATE row SET at = at - 1000000000');
  expect(await run()).toMatchObject({ code: 0, report: { created: 2, existing: 1 } });
  expect(skusOf(products).toSorted()).toEqual(['S-0', 'S-1', 'S-2']);
});

test('an import that continues does not send what another could not settle meanwhile', async () => {
  let isRenaming = false;
  const products: Product[] = [];
  const { behaviour, interrupted } = interruptedStore(products, undefined, () =>
    isRenaming ? { ...created, creates: false, body: () => ({ productId: 9, sku: 's-1' }) } : created,
  );
  const { run, ask, write } = await serveShop(file, behaviour);
  await run('', { interrupted });
  await write('other.csv', one);
  isRenaming = true;
  await ask('products import other.csv');
  isRenaming = false;
  expect(await run()).toMatchObject({ code: 7, report: { created: 2, uncertain: 1 } });
  expect(skusOf(products)).toEqual(['S-0', 'S-2']);
});

sampled(3).each<[string, boolean, Answer, object]>([
  ['a row is not sent again when the journal cannot record it', true, { status: 500 }, { uncertain: 1 }],
  [
    'an import whose end the journal cannot record has stopped, though every row is in the store',
    false,
    created,
    { created: 1 },
  ],
])('%s', async (_, isGoneWhenSent, answer, counts) => {
  const products: Product[] = [];
  const usual = storeOf(products, () => answer);
  const behaviour: Behaviour = async (request, response, count) => {
    if (isGoneWhenSent ? isPost(request) : products.length > 0) await rm(join(directory, 'j.db'), { force: true });
    usual(request, response, count);
  };
  const { run, directory } = await serveShop(catalogue(1), behaviour);
  const stopped = expect.stringContaining('was moved or deleted');
  const ended = await run();
  expect(ended).toMatchObject({ code: 8, posts: 1, report: { ...counts, stopped } });
  // That import no longer exists.
  expect([/wait two minutes/.test(ended.err), /continue import|imports show/.test(ended.err)]).toEqual([true, false]);
});

test('a row is not sent again when its look-up keeps failing', async () => {
  let isSent = false;
  const usual = storeOf();
  const outcome = await importOnce(catalogue(1), (request, response, count) => {
    isSent ||= isPost(request);
    if (isPost(request) || (isSent && searched(request) === 'sku:S-0')) json(response, 500, {});
    else usual(request, response, count);
  });
  expect(outcome).toMatchObject({ code: 8, posts: 1, report: { uncertain: 1 } });
});

describe('a look-up that the store always rejects', () => {
  const refusal = (response: Parameters<Behaviour>[1], status: number): void =>
    json(response, status, { message: 'no such search' });

  test.each([400, 404, 422])(
    'makes a row without a clear answer uncertain after some tries, and no run sends it again: %i',
    async (status) => {
      const products: Product[] = [];
      const answers = storeOf(products, (sku) => ({ status: sku === 'S-0' ? 500 : 201 }));
      let [looks, works] = [0, true];
      const behaviour: Behaviour = (request, response, count) => {
        if (isPost(request)) works = false;
        if (works || searched(request) !== 'sku:S-0') return answers(request, response, count);
        looks++;
        refusal(response, status);
      };
      const { run, seen } = await serveShop(file, behaviour);
      const problems = [{ line: 2, message: expect.stringContaining('no such search') }];
      expect(await run()).toMatchObject({ code: 7, report: { created: 2, uncertain: 1, problems } });
      works = true;
      expect(await run()).toMatchObject({ code: 7, report: { uncertain: 1 } });
      expect([looks >= 3 && looks <= 8, posts(seen), skusOf(products)]).toEqual([true, 3, ['S-1', 'S-2']]);
    },
  );

  test('is not believed where the store refuses other reads, too: the import stops', async () => {
    let isBroken = false;
    const answers = storeOf();
    const behaviour: Behaviour = (request, response, count) => {
      isBroken ||= isPost(request);
      if (!isBroken) answers(request, response, count);
      else if (isPost(request)) json(response, 500, {});
      else refusal(response, 404);
    };
    const outcome = await importOnce(file, behaviour, '--concurrency 16');
    expect(outcome).toMatchObject({ code: 8, report: { uncertain: 3, created: 0 } });
  });

  test('keeps rows that were not sent from being sent, however many, and no other', async () => {
    const odd = Array.from({ length: 12 }, (_, at) => `ODD-${at},x\n`);
    const others = Array.from({ length: 2000 }, (_, at) => ({ productId: at + 1, sku: `OTHER-${at}`, name: 'x' }));
    const answers = storeOf(others);
    const outcome = await importOnce(`sku,name\n${odd.join('')}S-0,x\nS-1,x\n`, (request, response, count) => {
      if (searched(request).startsWith('sku:ODD')) refusal(response, 400);
      else answers(request, response, count);
    });
    const problems = odd.map(() => ({ message: expect.stringContaining('not sent, because') }));
    expect(outcome).toMatchObject({ code: 7, posts: 2, report: { created: 2, uncertain: 12, problems } });
  });

  test('does not keep what an earlier import left open from being settled: the others are sent', async () => {
    let isLater = false;
    const { behaviour, interrupted } = interruptedStore([], undefined, () => ({ status: isLater ? 201 : 500 }));
    const { run } = await serveShop(file, (request, response, count) => {
      if (isLater && searched(request) === 'sku:S-0') refusal(response, 404);
      else behaviour(request, response, count);
    });
    expect((await run('', { interrupted })).code).toBe(8);
    isLater = true;
    expect(await run()).toMatchObject({ code: 7, report: { created: 2, uncertain: 1 } });
  });
});

test('--expect-rows also applies to an import that continues', async () => {
  const { behaviour, interrupted } = interruptedStore([]);
  const { run } = await serveShop(file, behaviour);
  await run('', { interrupted });
  expect([(await run('--expect-rows 4')).code, (await run('--expect-rows 3')).code]).toEqual([2, 0]);
});

test('an import that is interrupted while it settles what an earlier part left open reports what that part has done', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const losing: Behaviour = watched(
    (request) => first.signal.aborted && searched(request) === 'sku:S-1' && second.abort('SIGTERM'),
    storeOf([], (sku) => {
      if (sku !== 'S-0') first.abort('SIGTERM');
      return { status: sku === 'S-0' ? 201 : 500 };
    }),
  );
  const { run } = await serveShop(file, losing);
  await run('', { interrupted: first.signal });
  const { report } = await run('', { interrupted: second.signal });
  expect(report).toMatchObject({ created: 1, uncertain: 1, notSent: 1 });
});
