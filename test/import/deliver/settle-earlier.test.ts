import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeOver } from '../../../src/import/deliver/settle-earlier.ts';
import { Ledger } from '../../../src/import/journal/ledger.ts';
import { Tally } from '../../../src/import/journal/tally.ts';
import { Progress } from '../../../src/import/words/progress.ts';
import { showProgress, type Work } from '../../../src/output/progress.ts';
import { virtualClock } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { openedJournal } from '../journal/opened.ts';
import { catalogue, ownFile, storeOf } from '../product-store.ts';

test('the progress of a continued import begins with what is in the store, before open rows are looked up', async () => {
  const { run, directory } = await ownFile(catalogue(4));
  const user = new AbortController();
  const answer = storeOf([], () => ({ status: 201 }));
  const imported = await serveStore((request, response, count) => {
    // It is never answered.
    if (request.body.includes('S-2')) user.abort('SIGINT');
    else answer(request, response, count);
  });
  await run(imported, '', { interrupted: user.signal });
  const clock = virtualClock();
  const interrupted = new AbortController().signal;
  const journal = await openedJournal(join(directory, 'j.db'), { lock: 'unlocked' });
  const lines: string[] = [];
  const stderr = { isTerminal: true, columns: 80, status: async (line: string) => void lines.push(line) };
  const store = { storeLabel: () => 'shop.test' };
  const hint = async (): Promise<void> => {
    await clock.sleep(1000);
    progress.show();
    throw new Error('as far as this');
  };
  const context = { stdout: {}, stderr, env: {}, clock, interrupted, every: () => () => undefined };
  const shown = (work: () => Work) => showProgress(context as never, 'bar', work);
  const options = { hint, store, context, progress: shown };
  const tally = new Tally(4, { invalid: 0, excluded: 0, elsewhere: 0 });
  const begun = { id: 1, source: { noun: 'products' } };
  const ledger = new Ledger({ journal, run: begun as never, tally }, () => undefined);
  const settleTime = { current: 90_000, checking: new Set() };
  const limiter = { state: () => ({ pausedFor: 0, underWay: 0 }) };
  const progress = new Progress({ options, ledger, settleTime, limiter, requests: {} } as never);
  const rowLookUp = {
    verify: async (_row: unknown, { onLook }: { readonly onLook: () => void }) => {
      onLook();
      return { kind: 'stopped' };
    },
  };
  const earlier = { options, ledger, store: { clock, settleTime, rowLookUp }, progress };
  await expect(takeOver(earlier as never)).rejects.toThrow('as far as this');
  expect(lines).toEqual([expect.stringMatching(/^ {2}\[=+> +\] {2}2 of 4 {2}on shop\.test$/), '']);
});
