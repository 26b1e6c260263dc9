import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../support/run.ts';
import {
  type Behaviour,
  json,
  namedStore,
  type SeenRequest,
  type TestStore,
  withSandbox,
  withStore,
} from '../support/store.ts';

const catalogue = (rows: number, from = 0): string =>
  `sku,name\n${Array.from({ length: rows }, (_, at) => `S-${from + at},Product ${from + at}`).join('\n')}\n`;

interface Product {
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
}

/** A store in memory that answers POSTs as it is told: what comes back is the answer, and whether the product is created. */
function storeOf(
  products: Product[],
  answerPost: (sku: string) => { status: number; creates?: boolean; headers?: Record<string, string> },
): Behaviour {
  return (request, response) => {
    if (request.method === 'POST') {
      const { sku, name } = JSON.parse(request.body);
      const { status, creates = status < 300, headers } = answerPost(sku);
      const product = { productId: products.length + 1, sku, name };
      if (creates) products.push(product);
      return json(response, status, status < 300 ? product : { error: { message: `refused ${sku}` } }, headers);
    }
    const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
    const offset = Number(request.query.get('offset') ?? 0);
    const found = products.filter(({ sku }) => search === undefined || sku.toLowerCase() === search.toLowerCase());
    return json(response, 200, {
      numRows: found.length,
      data: found.slice(offset, offset + Number(request.query.get('limit') ?? 100)),
    });
  };
}

const posts = (seen: readonly SeenRequest[]): number => seen.filter(({ method }) => method === 'POST').length;

/** To be the same store once more. */
const portOf = ({ url }: TestStore): { readonly port: number } => ({ port: Number(new URL(url).port) });

/** Runs imports of one file with one journal in a directory of its own. */
const withFile = <T>(
  text: string,
  use: (run: (store: TestStore, more?: string) => Promise<Outcome>, directory: string) => Promise<T>,
): Promise<T> =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), text);
    return await use(
      (store, more = '') =>
        store.run(`products import in.csv --json --journal j.db --concurrency 1 ${more}`, { directory }),
      directory,
    );
  });

describe('the same command after an interruption', () => {
  test('continues the run, sends only the rest, and reports the whole file', async () => {
    const products: Product[] = [];
    await withFile(catalogue(40), async (run) => {
      const answers = storeOf(products, () => ({ status: 201 }));
      const { names, at } = await withStore(
        (request, response, count) =>
          products.length >= 25 ? json(response, 401, {}) : answers(request, response, count),
        async (store) => {
          const { code, out, err } = await run(store);
          const report = JSON.parse(out);
          // What was refused with 401 may be there all the same; another row may have left before it was known to be of every row.
          const rest = report.open > 0 ? report.open + report.notSent : 0;
          expect({ code, report, rest, told: err.includes('Rerun the command to continue import 1.') }).toMatchObject({
            code: 8,
            report: { created: 25, run: 1 },
            rest: 15,
            told: true,
          });
          return { names: Object.keys(report), at: portOf(store) };
        },
      );
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const again = await run(store);
          const report = JSON.parse(again.out);
          expect({
            code: again.code,
            created: report.created,
            names: Object.keys(report),
            posts: posts(seen),
            told: again.err.includes('Continuing import 1: 25 of 40 rows are in the store.'),
            store: products.map(({ sku }) => sku).sort(),
          }).toEqual({
            code: 0,
            created: 40,
            names,
            posts: 15,
            told: true,
            store: Array.from({ length: 40 }, (_, row) => `S-${row}`).sort(),
          });
        },
        at,
      );
    });
  });

  test('is refused by a store that does not have what the run created', async () => {
    const products: Product[] = [];
    await withFile(catalogue(3), async (run) => {
      const at = await withStore(
        storeOf(products, (sku) => ({ status: sku === 'S-2' ? 401 : 201 })),
        async (store) => {
          await run(store, '--max-errors 0');
          return portOf(store);
        },
      );
      await withStore(
        storeOf([], () => ({ status: 201 })),
        async (store, seen) => {
          const other = await run(store, '--max-errors 0');
          expect([
            other.code,
            posts(seen),
            other.err.includes('Import 1 created line 2 (sku "S-0"), but this store does not have it.'),
          ]).toEqual([5, 0, true]);
          const anew = await run(store, '--max-errors 0 --restart');
          expect([anew.code, posts(seen)]).toEqual([0, 3]);
        },
        at,
      );
    });
  });

  test('is a new run when the file has changed; what is there is skipped', async () => {
    const products: Product[] = [];
    await withFile(catalogue(4), async (run, directory) => {
      let refuses = true;
      await withStore(
        storeOf(products, (sku) => ({ status: refuses && sku === 'S-3' ? 422 : 201 })),
        async (store) => {
          const first = await run(store, '--max-errors 0');
          refuses = false;
          await writeFile(join(directory, 'in.csv'), catalogue(6));
          const second = await run(store, '--max-errors 0');
          expect({
            codes: [first.code, second.code],
            told: second.err.includes(
              'Replacing unfinished import 1 (3 of 4 rows are in the store) because the file or the options have changed.',
            ),
            counts: JSON.parse(second.out),
          }).toMatchObject({ codes: [8, 0], told: true, counts: { run: 2, created: 3, existing: 3 } });
        },
      );
    });
  });
});

describe('rows that the store refuses', () => {
  test('409 or "exists" is looked up: the row exists, or is rejected', async () => {
    const products: Product[] = [];
    await withFile(catalogue(3), async (run) => {
      await withStore(
        storeOf(products, (sku) =>
          sku === 'S-1' ? { status: 409, creates: true } : { status: sku === 'S-2' ? 409 : 201 },
        ),
        async (store) => {
          const { code, out } = await run(store);
          expect({ code, report: JSON.parse(out) }).toMatchObject({
            code: 7,
            report: { created: 1, existing: 1, rejected: 1 },
          });
        },
      );
    });
  });

  test('--max-errors stops safely, and the rest is not sent', async () => {
    await withFile(catalogue(9), async (run) => {
      await withStore(
        storeOf([], (sku) => ({ status: sku === 'S-0' ? 201 : 422 })),
        async (store) => {
          const { code, out, err } = await run(store, '--max-errors 2');
          expect({
            code,
            report: JSON.parse(out),
            told: err.includes('3 rows rejected, over the limit of --max-errors 2.'),
          }).toMatchObject({
            code: 8,
            report: { created: 1, rejected: 3, notSent: 5 },
            told: true,
          });
        },
      );
    });
  });

  test('a run that created nothing is retried as a whole', async () => {
    await withFile(catalogue(25), async (run) => {
      let refuses = true;
      const answers = storeOf([], () => ({ status: 201 }));
      await withStore(
        (request, response, count) =>
          refuses && request.method === 'POST'
            ? json(response, 422, { message: 'closed' })
            : answers(request, response, count),
        async (store) => {
          const first = await run(store);
          refuses = false;
          const second = await run(store);
          expect([first.code, second.code, JSON.parse(second.out).created]).toEqual([5, 0, 25]);
        },
      );
    });
  });
});

describe('a store that answers nothing but 429', () => {
  const slowDown = 'Error: The store has refused every request for 15';

  test('from the first row on stops the import safely', async () => {
    await withFile(catalogue(3), async (run) => {
      let isSlow = false;
      const answers = storeOf([], () => ({ status: 201 }));
      await withStore(
        (request, response, count) => {
          isSlow ||= request.method === 'POST';
          if (isSlow) json(response, 429, { message: 'slow down' });
          else answers(request, response, count);
        },
        async (store, seen) => {
          const { code, out, err } = await run(store);
          const { created, open, notSent } = JSON.parse(out);
          expect({
            code,
            sum: created + open + notSent,
            told: err.includes(slowDown.slice(7)),
            few: seen.length < 1000,
          }).toEqual({
            ...{ code: 8, sum: 3, told: true, few: true },
          });
        },
      );
    });
  });

  test('before the first row ends it, and nothing was sent', async () => {
    await withFile(catalogue(3), async (run) => {
      const answers = storeOf([{ productId: 1, sku: 'OTHER', name: 'x' }], () => ({ status: 201 }));
      await withStore(
        (request, response, count) => {
          if (request.query.get('limit') === '100' && !request.query.has('filter[search]'))
            json(response, 429, { message: 'slow down' });
          else answers(request, response, count);
        },
        async (store, seen) => {
          const { code, err } = await run(store);
          expect({ code, told: err.includes(slowDown), posts: posts(seen) }).toEqual({ code: 6, told: true, posts: 0 });
        },
      );
    });
  });
});

describe('rows with a key that exists in the store', () => {
  test('a dry run counts them and shows what would be sent', async () => {
    const products = [
      { productId: 1, sku: 'S-0', name: 'Product 0' },
      { productId: 2, sku: 'S-1', name: 'Another' },
      { productId: 3, sku: 's-3', name: 'Product 3' },
    ];
    await withFile(catalogue(4), async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const { code, out, err } = await run(store, '--dry-run');
          expect({
            code,
            lines: JSON.parse(out).map(({ sku }: { sku: string }) => sku),
            posts: posts(seen),
            err: err.split('\n').slice(-4),
          }).toEqual({
            code: 0,
            lines: ['S-2'],
            posts: 0,
            err: [
              '2 rows already exist in the store and are skipped. 1 of them has another name or price there.',
              '1 row may exist in the store under an almost identical key. Such rows are not sent.',
              '1 row would be sent. Nothing was sent.',
              '',
            ],
          });
        },
      );
    });
  });

  test('those with another name or price are counted, and stay as they are', async () => {
    const products = [
      { productId: 1, sku: 'S-0', name: 'Product 0' },
      { productId: 2, sku: 'S-1', name: 'Another' },
    ];
    await withFile(catalogue(3), async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store) => {
          const { code, out, err } = await run(store);
          expect({
            code,
            report: JSON.parse(out),
            told: err.includes(
              '2 rows already exist in the store and are skipped. 1 of them has another name or price there.',
            ),
          }).toMatchObject({
            code: 0,
            report: { created: 1, existing: 2, differing: 1 },
            told: true,
          });
        },
      );
    });
  });

  test.each([
    ['by the list', 1],
    ['by a look-up each', 400],
  ])('one that the store may take for the row makes it uncertain, and is not sent: %s', async (_, others) => {
    const products = [
      { productId: 1, sku: 's-0', name: 'x' },
      ...Array.from({ length: others }, (__, at) => ({ productId: at + 2, sku: `other ${at}`, name: 'x' })),
    ];
    await withFile('sku,name\nS-0,x\nS-1,y\n', async (run) => {
      await withStore(
        storeOf(products, () => ({ status: 201 })),
        async (store, seen) => {
          const { code, out } = await run(store);
          expect({ code, report: JSON.parse(out), posts: posts(seen) }).toMatchObject({
            code: 7,
            report: {
              created: 1,
              uncertain: 1,
              problems: [{ line: 2, message: 'the store has "s-0", which may be the same product' }],
            },
            posts: 1,
          });
        },
      );
    });
  });
});

test('two products created by refused requests are found at the end: both are named, none is deleted', async () => {
  const products: Product[] = [];
  let sent = 0;
  await withFile(catalogue(1), async (run) => {
    // The first answer says 500, and the product shows up only after it was sent again.
    const answers = storeOf(products, () => ({ status: ++sent === 1 ? 500 : 201, creates: true }));
    await withStore(
      (request, response, count) => {
        const isEarly = request.method === 'GET' && sent === 1;
        return isEarly ? json(response, 200, { numRows: 0, data: [] }) : answers(request, response, count);
      },
      async (store, seen) => {
        const { code, out, err } = await run(store);
        expect({
          code,
          report: JSON.parse(out),
          told: err.includes('duplicate in the store: products 1 and 2'),
          deletes: seen.filter(({ method }) => method === 'DELETE').length,
        }).toMatchObject({ code: 7, report: { created: 0, duplicate: 1 }, told: true, deletes: 0 });
      },
    );
  });
});

test('--verify all finds duplicates and missing products', async () => {
  const products: Product[] = [];
  await withFile(catalogue(3), async (run) => {
    await withStore(
      storeOf(products, (sku) => {
        if (sku === 'S-0') products.push({ productId: 70, sku, name: 'twin' });
        if (sku === 'S-2')
          products.splice(
            products.findIndex((product) => product.sku === 'S-1'),
            1,
          );
        return { status: 201 };
      }),
      async (store) => {
        const { code, out } = await run(store, '--verify all');
        const { duplicate, uncertain, created } = JSON.parse(out);
        expect([code, created, duplicate, uncertain]).toEqual([7, 1, 1, 1]);
      },
    );
  });
});

test('a store with too long a Retry-After stops the import safely', async () => {
  const products: Product[] = [];
  await withFile(catalogue(5), async (run) => {
    await withStore(
      storeOf(products, (sku) =>
        sku === 'S-2' ? { status: 429, headers: { 'retry-after': '7200' } } : { status: 201 },
      ),
      async (store) => {
        const { code, out, err } = await run(store, '--max-wait 10m');
        expect({ code, report: JSON.parse(out), told: err.includes('The store asks to wait 2 h') }).toMatchObject({
          code: 8,
          report: { created: 2, open: 1, notSent: 2 },
          told: true,
        });
      },
    );
  });
});

describe('--shard', () => {
  const parts = [1, 2, 3];

  test('every row is in exactly one part, and each part counts the others', async () => {
    await withSandbox(
      async (store) => {
        const reports = [];
        for (const part of parts) {
          const { code, out } = await inDirectory((directory) =>
            store.run(`products import - --json --shard ${part}/3 --journal j.db`, { stdin: catalogue(60), directory }),
          );
          reports.push({ code, ...JSON.parse(out) });
        }
        const created = reports.reduce((sum, report) => sum + report.created, 0);
        expect({
          created,
          sums: reports.map((report) => report.created + report.elsewhere),
          codes: reports.map(({ code }) => code),
        }).toEqual({
          created: 60,
          sums: [60, 60, 60],
          codes: [0, 0, 0],
        });
      },
      { empty: true },
    );
  });

  test('the counts add up when rows are invalid because of each other', async () => {
    const file = `${catalogue(20)}S-1,again\nS-2,again\nS-3,again\n`;
    await withSandbox(
      async (store) => {
        const sums = [];
        for (const part of parts) {
          const { out } = await inDirectory((directory) =>
            store.run(`products import - --json --skip-invalid --shard ${part}/3 --journal j.db`, {
              stdin: file,
              directory,
            }),
          );
          const { rows, faulty, elsewhere, created, notSent } = JSON.parse(out);
          sums.push([rows, faulty, faulty + elsewhere + created, notSent]);
        }
        expect(sums).toEqual([1, 2, 3].map(() => [23, 6, 23, 0]));
      },
      { empty: true },
    );
  });

  test('each shard is a separate run: one settles the open rows of another in the same journal, which continues later', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, () => ({ status: 201 }));
    await withFile(catalogue(30), async (run) => {
      let isBroken = true;
      const behaviour: Behaviour = (request, response, count) => {
        if (!isBroken || products.length < 3) return answers(request, response, count);
        if (request.method !== 'POST' || products.length > 3) return json(response, 401, {});
        // Created, and the answer is lost.
        products.push({ productId: 4, sku: JSON.parse(request.body).sku, name: 'x' });
        response.socket?.destroy();
      };
      await withStore(behaviour, async (store) => {
        const first = await run(store, '--shard 1/3');
        isBroken = false;
        const [second, again, third] = [
          await run(store, '--shard 2/3'),
          await run(store, '--shard 1/3'),
          await run(store, '--shard 3/3'),
        ];
        const counts = [first, second, again, third].map(({ out }) => JSON.parse(out));
        expect({
          codes: [first, second, again, third].map(({ code }) => code),
          first: [counts[0].created, counts[0].open],
          told: [
            second.err.includes('Looking up 2 rows of an earlier import with unknown outcome'),
            second.err.includes('Replacing unfinished import'),
            again.err.includes('Continuing import 1: 4 of'),
          ],
          created: counts[1].created + counts[2].created + counts[3].created,
          store: products.map(({ sku }) => sku).sort(),
        }).toEqual({
          codes: [8, 0, 0, 0],
          first: [3, 2],
          told: [true, false, true],
          created: 30,
          store: Array.from({ length: 30 }, (_, row) => `S-${row}`).sort(),
        });
      });
    });
  });

  test('an unfinished run of the same shard, or of the whole file, is replaced by a run of another file', async () => {
    await withFile(catalogue(30), async (run, directory) => {
      let refuses = true;
      await withStore(
        storeOf([], (sku) => ({ status: refuses && sku !== 'S-0' ? 422 : 201 })),
        async (store) => {
          for (const shard of ['', '--shard 1/3', '--shard 2/3']) await run(store, `--max-errors 0 ${shard}`);
          refuses = false;
          await writeFile(join(directory, 'in.csv'), catalogue(31));
          const { err } = await run(store, '--shard 1/3');
          const list = await store.run('imports list --json --fields run,state --journal j.db', { directory });
          expect([err.match(/^Replacing unfinished import \d/gm), JSON.parse(list.out)]).toEqual([
            ['Replacing unfinished import 2'],
            [
              { run: 4, state: 'finished' },
              { run: 3, state: 'unfinished' },
              { run: 2, state: 'set aside' },
              { run: 1, state: 'set aside' },
            ],
          ]);
        },
      );
    });
  });

  test.each([
    ['0/10', {}, 2],
    ['11/10', {}, 2],
    ['3', {}, 2],
    ['auto/2', {}, 2],
    ['auto/2', { JOB_COMPLETION_INDEX: '2' }, 2],
    ['auto/2', { JOB_COMPLETION_INDEX: '1' }, 0],
    ['auto/2', { CI_NODE_INDEX: '2' }, 0],
  ])('%s with the CI variables %j exits with %i', async (shard, env, code) => {
    await withSandbox(
      async (store) => {
        expect((await store.run(`products import - --shard ${shard}`, { stdin: catalogue(4), env })).code).toBe(code);
      },
      { empty: true },
    );
  });
});

describe('what a run writes', () => {
  test('--results has every row with its outcome, --report everything, also when the import stopped', async () => {
    const products: Product[] = [{ productId: 40, sku: 'S-1', name: 'Product 1' }];
    await withFile(catalogue(5), async (run, directory) => {
      await withStore(
        storeOf(products, (sku) => ({ status: sku === 'S-2' || sku === 'S-3' ? 422 : 201 })),
        async (store) => {
          await run(store, '--results out.csv --report report.json --max-errors 1');
          expect({
            results: namedStore(await readFile(join(directory, 'out.csv'), 'utf8')).split('\n'),
            report: JSON.parse(namedStore(await readFile(join(directory, 'report.json'), 'utf8'))),
          }).toMatchObject({
            results: [
              'line,key,outcome,productId,message',
              '2,S-0,created,2,',
              '3,S-1,existing,40,',
              '4,S-2,rejected,,The store shop.test refused the request (422): refused S-2',
              '5,S-3,rejected,,The store shop.test refused the request (422): refused S-3',
              '6,S-4,not sent,,',
              '',
            ],
            report: {
              run: 1,
              rows: 5,
              created: 1,
              existing: 1,
              rejected: 2,
              notSent: 1,
              stopped: expect.stringContaining('--max-errors 1'),
            },
          });
        },
      );
    });
  });

  test('on GitHub Actions each problem is an annotation that cannot break out of its line', async () => {
    await withStore(
      storeOf([], (sku) => ({ status: sku === 'A' ? 201 : 422 })),
      async (store) => {
        const { err } = await store.run('products import -', {
          stdin: 'sku,name\nA,x\nB%0A::set-env,y\n',
          env: { GITHUB_ACTIONS: 'true' },
        });
        expect(err.split('\n').filter((line) => line.startsWith('::'))).toEqual([
          '::error::line 3, rejected: The store shop.test refused the request (422): refused B%250A::set-env',
        ]);
      },
    );
  });
});

test('a report is also written of an import that the store refused before the first row', async () => {
  await withFile(catalogue(2), async (run, directory) => {
    await withStore(
      (_, response) => json(response, 401, { error: { message: 'no' } }),
      async (store) => {
        const { code } = await run(store, '--report report.json');
        const report = JSON.parse(namedStore(await readFile(join(directory, 'report.json'), 'utf8')));
        expect([code, report.run, report.exitCode, report.stopped]).toEqual([
          4,
          null,
          4,
          'The store shop.test refused the token (401): no',
        ]);
      },
    );
  });
});

test.each([
  ['with rows of unknown outcome', { status: 429, headers: { 'retry-after': '7200' } }],
  ['where all is done', { status: 201 }],
])('a journal is of one store: %s it is not used for another', async (_, answer) => {
  await withFile(catalogue(1), async (run) => {
    await withStore(
      storeOf([], () => answer),
      async (first) => {
        await run(first);
        await withStore(
          storeOf([], () => ({ status: 201 })),
          async (other, seen) => {
            const { code, err } = await run(other);
            expect([code, posts(seen), err.includes(`belongs to another store, ${first.url}.`)]).toEqual([2, 0, true]);
          },
        );
      },
    );
  });
});

describe('imports', () => {
  test('lists, shows and deletes the runs of this machine without a request', async () => {
    await withFile(catalogue(3), async (run, directory) => {
      await withStore(
        storeOf([], (sku) => ({ status: sku === 'S-1' ? 422 : 201 })),
        async (store, seen) => {
          await run(store);
          const requests = seen.length;
          const ask = async (line: string) => await store.run(`${line} --journal j.db`, { directory });
          const list = await ask('imports list --fields run,state,rows,created,rejected -o csv');
          const narrow = await store.run('imports list --journal j.db', { directory, terminal: 40 });
          expect(narrow.err).toMatch(/\d more columns do not fit this terminal/);
          const show = JSON.parse((await ask('imports show --json')).out);
          const refused = await ask('imports delete 1');
          const gone = [await ask('imports delete 1 --yes'), await ask('imports show')];
          expect({
            list: list.out,
            problems: show.problems,
            codes: [refused.code, ...gone.map(({ code }) => code)],
            requests: seen.length - requests,
          }).toEqual({
            list: 'run,state,rows,created,rejected\n1,finished,3,2,1\n',
            problems: [
              {
                line: 3,
                key: 'S-1',
                outcome: 'rejected',
                field: null,
                message: 'The store shop.test refused the request (422): refused S-1',
              },
            ],
            codes: [2, 0, 3],
            requests: 0,
          });
        },
      );
    });
  });

  test('an import with unsettled rows cannot be deleted', async () => {
    await withFile(catalogue(2), async (run, directory) => {
      await withStore(
        storeOf([], () => ({ status: 429, headers: { 'retry-after': '7200' } })),
        async (store) => {
          await run(store);
          const { code, err } = await store.run('imports delete 1 --yes --journal j.db', { directory });
          expect([code, err.includes('1 unsettled rows')]).toEqual([2, true]);
        },
      );
    });
  });

  test('are empty before the first import', async () => {
    await withSandbox(async (store) => {
      expect(await store.run('imports list')).toMatchObject({ code: 3 });
    });
  });
});
