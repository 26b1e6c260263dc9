import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../src/import/journal/journal.ts';
import { createFiles } from '../../../src/system/files.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { inDirectory, type RunOptions, virtualClock } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest, type TestStore, withStore } from '../../support/store.ts';

const isPost = ({ method }: SeenRequest): boolean => method === 'POST';

/** A store of SKUs that calls `seen` before it answers, and shows those that it says. */
const storeOf =
  (
    skus: string[],
    seen: (request: SeenRequest) => void = () => undefined,
    shows: (sku: string) => boolean = () => true,
  ): Behaviour =>
  (request, response) => {
    seen(request);
    const products = skus.map((sku, at) => ({ productId: at + 1, sku, name: 'x' })).filter(({ sku }) => shows(sku));
    if (isPost(request)) {
      const { sku } = JSON.parse(request.body);
      return json(response, 201, { productId: skus.push(sku), sku });
    }
    const search = request.query.get('filter[search]');
    const found = products.filter(({ sku }) => search === null || search === `sku:${sku}`);
    json(response, 200, { numRows: found.length, data: found.slice(Number(request.query.get('offset') ?? 0)) });
  };

const file = 'sku,name\nS-0,x\nS-1,x\nS-2,x\n';
const line = 'products import in.csv --json --journal j.db';

test('an import interrupted during the look-ups repeats them, and sends no existing row', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), file);
    const [skus, user] = [['S-0', 'S-1'], new AbortController()];
    const at = await withStore(
      storeOf(
        skus,
        ({ query }) => query.get('limit') === '100' && !query.has('filter[search]') && user.abort('SIGTERM'),
      ),
      (store) => portAfter(store, line, { directory, interrupted: user.signal }),
    );
    await withStore(
      storeOf(skus),
      async ({ run }) => {
        const { code, out, err } = await run(line, { directory });
        const { created, existing } = JSON.parse(out);
        expect({ continued: err.includes('Continuing import 1'), code, created, existing, skus }).toEqual({
          ...{ continued: true, code: 0, created: 1, existing: 2, skus: ['S-0', 'S-1', 'S-2'] },
        });
      },
      at,
    );
  });
});

test('an import that waits for another asks the store nothing before: what the other creates is looked up', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), file);
    const world = {
      files: createFiles(directory, new Secrets()),
      clock: virtualClock(),
      interrupted: new AbortController().signal,
    };
    const other = await openJournal(join(directory, 'j.db'), { lock: 0 }, world);
    await withStore(storeOf([]), async ({ run }, seen) => {
      const waited = await run(`${line} --wait-lock 10m`, { directory });
      expect({ code: waited.code, requests: seen.length }).toEqual({ code: 9, requests: 0 });
    });
    await other.close();
  });
});

test('what an import created a moment ago is not sent again when the import is deleted before the store shows it', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), file);
    // One is shown at once, the others some looks later, within the settle time.
    let [isDeleted, looks] = [false, 0];
    const skus: string[] = [];
    const seen = ({ query }: SeenRequest): void => {
      if (isDeleted && query.has('filter[search]')) looks++;
    };
    const behaviour = storeOf(skus, seen, (sku) => looks > 4 || (!isDeleted && sku === 'S-0'));
    await withStore(behaviour, async ({ run }) => {
      const first = await run(line, { directory });
      const deleted = await run('imports delete 1 --yes --journal j.db', { directory });
      isDeleted = true;
      const [second, list] = [
        await run(line, { directory }),
        await run('imports list --json --fields run --journal j.db', { directory }),
      ];
      const codes = [first, deleted, second].map(({ code }) => code);
      expect({ codes, existing: JSON.parse(second.out).existing, skus, list: JSON.parse(list.out) }).toEqual({
        ...{ codes: [0, 0, 0], existing: 3, skus: ['S-0', 'S-1', 'S-2'], list: [{ run: 2 }] },
      });
    });
  });
});

test.each(['', '--wait-lock 0', '--wait-lock 0s'])(
  'a second import into the store fails without a wait: %s',
  async (patience) => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), file);
      const clock = virtualClock();
      const world = { files: createFiles(directory, new Secrets()), clock, interrupted: new AbortController().signal };
      const other = await openJournal(join(directory, 'j.db'), { lock: 0 }, world);
      const { code, err } = await withStore(storeOf([]), ({ run }) => run(`${line} ${patience}`, { directory }));
      await other.close();
      expect([code, err.includes('Wait for it to end (--wait-lock 10m)')]).toEqual([9, true]);
    });
  },
);

test('an import that continues does not send what another has created meanwhile, also where the store does not show that yet', async () => {
  await inDirectory(async (directory) => {
    await Promise.all([
      writeFile(join(directory, 'in.csv'), file),
      writeFile(join(directory, 'other.csv'), 'sku,name\nS-1,x\n'),
    ]);
    const [skus, user] = [[] as string[], new AbortController()];
    const interrupting = storeOf(skus, (request) => isPost(request) && user.abort('SIGTERM'));
    const at = await withStore(interrupting, (store) =>
      portAfter(store, `${line} --concurrency 1`, { directory, interrupted: user.signal }),
    );
    await withStore(storeOf(skus), ({ run }) => run('products import other.csv --journal j.db', { directory }), at);
    let looks = 0;
    const late = storeOf(
      skus,
      ({ query }) => query.get('filter[search]') === 'sku:S-1' && looks++,
      (sku) => sku !== 'S-1' || looks > 1,
    );
    await withStore(
      late,
      async ({ run }) => {
        const { code, err } = await run(line, { directory });
        expect({ continued: err.includes('Continuing import 1'), code, skus: skus.toSorted() }).toEqual({
          ...{ continued: true, code: 0, skus: ['S-0', 'S-1', 'S-2'] },
        });
      },
      at,
    );
  });
});

test('an import that continues does not send what another could not settle meanwhile', async () => {
  await inDirectory(async (directory) => {
    await Promise.all([
      writeFile(join(directory, 'in.csv'), file),
      writeFile(join(directory, 'other.csv'), 'sku,name\nS-1,x\n'),
    ]);
    const [skus, user] = [[] as string[], new AbortController()];
    const interrupting = storeOf(skus, (request) => isPost(request) && user.abort('SIGTERM'));
    const at = await withStore(interrupting, (store) =>
      portAfter(store, `${line} --concurrency 1`, { directory, interrupted: user.signal }),
    );
    const renaming: Behaviour = (request, response, count) =>
      isPost(request) ? json(response, 201, { productId: 9, sku: 's-1' }) : storeOf(skus)(request, response, count);
    await withStore(renaming, ({ run }) => run('products import other.csv --journal j.db', { directory }), at);
    await withStore(
      storeOf(skus),
      async ({ run }) => {
        const { code, out } = await run(line, { directory });
        const { created, uncertain } = JSON.parse(out);
        expect({ code, created, uncertain, skus }).toEqual({ code: 7, created: 2, uncertain: 1, skus: ['S-0', 'S-2'] });
      },
      at,
    );
  });
});

test('a row is not sent again when the journal cannot record it', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\n');
    const behaviour: Behaviour = async (request, response) => {
      if (!isPost(request)) return json(response, 200, { numRows: 0, data: [] });
      await rm(join(directory, 'j.db'), { force: true });
      json(response, 500, {});
    };
    await withStore(behaviour, async ({ run }, seen) => {
      const { code, err } = await run(line, { directory });
      expect({ code, posts: seen.filter(isPost).length, hasMessage: err.includes('was moved or deleted') }).toEqual({
        code: 8,
        posts: 1,
        hasMessage: true,
      });
    });
  });
});

test('a row is not sent again when its look-up keeps failing', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\n');
    let isSent = false;
    const behaviour: Behaviour = (request, response) => {
      isSent ||= isPost(request);
      if (isPost(request)) return json(response, 500, {});
      if (isSent && request.query.get('filter[search]') === 'sku:S-0') return json(response, 500, {});
      json(response, 200, { numRows: 0, data: [] });
    };
    await withStore(behaviour, async ({ run }, seen) => {
      const { code, out } = await run(line, { directory });
      expect({ code, posts: seen.filter(isPost).length, report: JSON.parse(out) }).toMatchObject({
        code: 8,
        posts: 1,
        report: { uncertain: 1 },
      });
    });
  });
});

describe('a look-up that the store always rejects', () => {
  const refusal = (response: Parameters<Behaviour>[1], status: number): void =>
    json(response, status, { message: 'no such search' });

  test.each([400, 404, 422])(
    'makes a row without a clear answer uncertain after some tries, and no run sends it again: %i',
    async (status) => {
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'in.csv'), file);
        const skus: string[] = [];
        const answers = storeOf(skus);
        let [looks, works] = [0, true];
        const behaviour: Behaviour = (request, response, count) => {
          if (isPost(request) && skus.length === 0) works = false;
          if (isPost(request) && JSON.parse(request.body).sku === 'S-0') return json(response, 500, {});
          if (request.query.get('filter[search]') !== 'sku:S-0' || works) return answers(request, response, count);
          looks++;
          refusal(response, status);
        };
        await withStore(behaviour, async ({ run }, seen) => {
          const first = await run(line, { directory });
          works = true;
          const second = await run(line, { directory });
          expect({
            codes: [first.code, second.code],
            report: JSON.parse(first.out),
            few: looks >= 3 && looks <= 8,
            posts: seen.filter(isPost).length,
            again: JSON.parse(second.out).uncertain,
            skus,
          }).toMatchObject({
            codes: [7, 7],
            report: {
              created: 2,
              uncertain: 1,
              problems: [{ line: 2, message: expect.stringContaining('no such search') }],
            },
            ...{ few: true, posts: 3, again: 1, skus: ['S-1', 'S-2'] },
          });
        });
      });
    },
  );

  test('is not believed where the store refuses other reads, too: the import stops', async () => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), file);
      let isBroken = false;
      const answers = storeOf([]);
      const behaviour: Behaviour = (request, response, count) => {
        isBroken ||= isPost(request);
        if (!isBroken) return answers(request, response, count);
        if (isPost(request)) json(response, 500, {});
        else refusal(response, 404);
      };
      await withStore(behaviour, async ({ run }) => {
        const { code, out } = await run(line, { directory });
        expect({ code, report: JSON.parse(out) }).toMatchObject({ code: 8, report: { uncertain: 3, created: 0 } });
      });
    });
  });

  test('keeps rows that were not sent from being sent, however many, and no other', async () => {
    await inDirectory(async (directory) => {
      const odd = Array.from({ length: 12 }, (_, at) => `ODD-${at}`);
      await writeFile(
        join(directory, 'in.csv'),
        `sku,name\n${[...odd, 'S-0', 'S-1'].map((sku) => `${sku},x\n`).join('')}`,
      );
      const skus = Array.from({ length: 2000 }, (_, at) => `OTHER-${at}`);
      const answers = storeOf(skus);
      const behaviour: Behaviour = (request, response, count) => {
        if (request.query.get('filter[search]')?.startsWith('sku:ODD')) refusal(response, 400);
        else answers(request, response, count);
      };
      await withStore(behaviour, async ({ run }, seen) => {
        const { code, out } = await run(line, { directory });
        expect({ code, report: JSON.parse(out), posts: seen.filter(isPost).length }).toMatchObject({
          code: 7,
          report: {
            created: 2,
            uncertain: 12,
            problems: odd.map(() => ({ message: expect.stringContaining('not sent, because') })),
          },
          posts: 2,
        });
      });
    });
  });

  test('does not keep what an earlier import left open from being settled: the others are sent', async () => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), file);
      const [skus, user] = [[] as string[], new AbortController()];
      const answers = storeOf(skus);
      let isLater = false;
      const behaviour: Behaviour = (request, response, count) => {
        if (!isPost(request) && isLater && request.query.get('filter[search]') === 'sku:S-0')
          return refusal(response, 404);
        if (!isPost(request) || isLater) return answers(request, response, count);
        user.abort('SIGTERM');
        json(response, 500, {});
      };
      await withStore(behaviour, async ({ run }) => {
        const first = await run(`${line} --concurrency 1`, { directory, interrupted: user.signal });
        isLater = true;
        const second = await run(`${line} --concurrency 1`, { directory });
        expect([first.code, second.code, JSON.parse(second.out)]).toMatchObject([8, 7, { created: 2, uncertain: 1 }]);
      });
    });
  });
});

test('--expect-rows also applies to an import that continues', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), file);
    const [skus, user] = [[] as string[], new AbortController()];
    const interrupting = storeOf(skus, (request) => isPost(request) && user.abort('SIGTERM'));
    const at = await withStore(interrupting, (store) =>
      portAfter(store, `${line} --concurrency 1`, { directory, interrupted: user.signal }),
    );
    const codes = await withStore(
      storeOf(skus),
      async ({ run }) => [
        (await run(`${line} --expect-rows 4`, { directory })).code,
        (await run(`${line} --expect-rows 3`, { directory })).code,
      ],
      at,
    );
    expect(codes).toEqual([2, 0]);
  });
});

test('an import that is interrupted while it settles what an earlier part left open reports what that part has done', async () => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), file);
    const [skus, first, second] = [[] as string[], new AbortController(), new AbortController()];
    const losing: Behaviour = (request, response, count) => {
      if (!isPost(request) || skus.length === 0) return storeOf(skus)(request, response, count);
      first.abort('SIGTERM');
      json(response, 500, {});
    };
    const at = await withStore(losing, (store) =>
      portAfter(store, `${line} --concurrency 1`, { directory, interrupted: first.signal }),
    );
    const looking = storeOf(skus, ({ query }) => query.get('filter[search]') === 'sku:S-1' && second.abort('SIGTERM'));
    await withStore(
      looking,
      async ({ run }) => {
        const { out } = await run(line, { directory, interrupted: second.signal });
        const { created, uncertain, notSent } = JSON.parse(out);
        expect({ created, uncertain, notSent }).toEqual({ created: 1, uncertain: 1, notSent: 1 });
      },
      at,
    );
  });
});

/** Runs a command line. Returns the store's port, for the same store once more. */
async function portAfter(
  { run, url }: TestStore,
  command: string,
  options: RunOptions,
): Promise<{ readonly port: number }> {
  await run(command, options);
  return { port: Number(new URL(url).port) };
}
