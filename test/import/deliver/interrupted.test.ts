import { expect, test } from 'vitest';
import { type Behaviour, json } from '../../support/store.ts';
import { catalogue, isPost, serveShop, storeOf } from '../product-store.ts';

/** A store that is interrupted at the first creation, and perhaps never answers it. */
function interruptedStore(answers: boolean) {
  const user = new AbortController();
  const usual = storeOf();
  const behaviour: Behaviour = (request, response, count) => {
    if (isPost(request)) user.abort('SIGINT');
    if (!isPost(request)) usual(request, response, count);
    else if (answers) json(response, 201, { productId: 1, sku: JSON.parse(request.body).sku });
  };
  return { behaviour, interrupted: user.signal };
}

test('an import that is interrupted while it sends still writes the outcome of every row', async () => {
  const { behaviour, interrupted } = interruptedStore(true);
  const { run, read } = await serveShop(catalogue(3), behaviour);
  expect((await run('--results out.csv --report report.json', { interrupted })).code).toBe(8);
  // What is under way when the user stops may be answered in time, or not.
  expect(await read('out.csv')).toMatch(
    /^line,key,outcome,productId,message,evidence,store\n2,S-0,(created,1,,answered|uncertain,,,none),\S+\n3,S-1,not sent,,,none,\S+\n4,S-2,not sent,,,none,\S+\n$/,
  );
  expect(JSON.parse(await read('report.json'))).toMatchObject({ notSent: 2, stopped: 'interrupted' });
});

test('a row without an answer at Ctrl-C is uncertain, in each line that counts it and in its history', async () => {
  const { behaviour, interrupted } = interruptedStore(false);
  const { ask } = await serveShop(catalogue(2), behaviour);
  const { code, out, err } = await ask('products import in.csv --concurrency 1', { interrupted });
  expect([code, out, err.split('\n').slice(-6)]).toMatchInlineSnapshot(`
    [
      8,
      "Rows in file  2
    Created       0
    Uncertain     1
    Not sent      1
    ",
      [
        "Stopping: waiting up to 5 s for 1 request.",
        "line 2, "S-0": uncertain: sent, outcome not known yet",
        "Interrupted. Rerun the command to continue import 1.",
        "Details: shop-cli imports show 1 --journal j.db",
        "1 row needs attention. 1 row not sent yet.",
        "",
      ],
    ]
  `);
  const { uncertain, problems } = JSON.parse((await ask('imports show --json')).out);
  expect([uncertain, problems]).toEqual([1, [expect.objectContaining({ key: 'S-0', outcome: 'uncertain' })]]);
});

test('the report of an import that is terminated before anything was sent has the exit code of the process', async () => {
  const user = new AbortController();
  const { run, read } = await serveShop(catalogue(2), () => user.abort('SIGTERM'));
  await run('--report report.json', { interrupted: user.signal });
  expect(JSON.parse(await read('report.json'))).toMatchObject({ run: null, exitCode: 143 });
});
