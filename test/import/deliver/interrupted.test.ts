import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';

test('an import that is interrupted while it sends still writes the outcome of every row', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\nB,y\nC,z\n');
    const user = new AbortController();
    await withStore(
      (request, response) => {
        if (request.method !== 'POST') return json(response, 200, { numRows: 0, data: [] });
        user.abort('SIGINT');
        json(response, 201, { productId: 1, sku: JSON.parse(request.body).sku });
      },
      async ({ run }) => {
        const line = 'products import in.csv --concurrency 1 --results out.csv --report report.json';
        const { code } = await run(line, { directory, interrupted: user.signal });
        const [results, report] = await Promise.all(
          ['out.csv', 'report.json'].map((name) => readFile(join(directory, name), 'utf8')),
        );
        expect({ code, results, report: JSON.parse(report as string) }).toMatchObject({
          code: 8,
          // What is under way when the user stops may be answered in time, or not.
          results: expect.stringMatching(
            /^line,key,outcome,productId,message\n2,A,(created,1|uncertain,),\n3,B,not sent,,\n4,C,not sent,,\n$/,
          ),
          report: { notSent: 2, stopped: 'interrupted' },
        });
      },
    );
  });
});

test('a row without an answer at Ctrl-C is uncertain, in each line that counts it and in its history', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\nB,y\n');
    const user = new AbortController();
    await withStore(
      (request, response) => {
        if (request.method !== 'POST') return json(response, 200, { numRows: 0, data: [] });
        // It is never answered.
        user.abort('SIGINT');
      },
      async ({ run }) => {
        const line = 'products import in.csv --journal j.db --concurrency 1';
        const { code, out, err } = await run(line, { directory, interrupted: user.signal });
        expect([code, out, err.split('\n').slice(-6)]).toMatchInlineSnapshot(`
          [
            8,
            "Rows in file  2
          Created       0
          Existing      0
          Rejected      0
          Uncertain     1
          Not sent      1
          ",
            [
              "Stopping: waiting up to 5 s for 1 request. Press Ctrl-C again to stop now.",
              "line 2, "A": uncertain: sent, outcome not known yet",
              "Interrupted. Rerun the command to continue import 1.",
              "Details: shop-cli imports show 1 --journal j.db",
              "1 row needs attention. 1 row not sent yet.",
              "",
            ],
          ]
        `);
        const { uncertain, problems } = JSON.parse(
          (await run('imports show --journal j.db --json', { directory })).out,
        );
        expect([uncertain, problems]).toEqual([1, [expect.objectContaining({ key: 'A', outcome: 'uncertain' })]]);
      },
    );
  });
});
