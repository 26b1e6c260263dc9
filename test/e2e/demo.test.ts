import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runProgram } from '../support/programs.ts';

test('The demo shows in under 75 lines that a killed import continues, and who is calling, and leaves its page', async () => {
  const page = 'demo-report.html';
  await rm(page, { force: true });
  const { code, out, err } = await runProgram(process.execPath, ['examples/demo.mjs']);
  // A slow machine shows progress as well.
  const lines = out
    .trimEnd()
    .split('\n')
    .filter((line) => !/\/s$|, about /.test(line));
  expect([code, err, lines.length < 75], `${lines.length} lines`).toEqual([0, '', true]);
  expect(out).toMatch(/^Killed with kill -9 after \d+ products were created\./m);
  expect(out).toMatch(/^Continuing import 1: \d+ of 69 rows are in the store\.$/m);
  expect(out).toMatch(/^69 of 69 rows of import 1 are on \S+ exactly once\.$/m);
  expect(out).toMatch(/^Customer +Yvonne de Vries$/m);
  expect(out).toMatch(/^To use your own shop: +node bin\/shop-cli\.cjs auth login$/m);
  const [, created = 0, confirmed = 0, found = 0, sent = 0, all] =
    /^(\d+) were created before the kill, (\d+) of them confirmed, and (\d+) found now by looking them up\. The other (\d+) were sent now: (\d+) in all/m
      .exec(out)
      ?.map(Number) ?? [];
  const now = Number(/\((\d+) created now/.exec(out)?.[1]);
  expect([confirmed + found, sent, created + sent]).toEqual([created, now, all]);
  expect(await readFile(page, 'utf8')).toContain('<!doctype html>');
});
