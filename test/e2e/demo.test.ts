import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runProgram } from '../support/programs.ts';

test('The demo shows in under 40 lines that a killed import continues, and leaves its page', async () => {
  const page = 'demo-report.html';
  await rm(page, { force: true });
  const { code, out, err } = await runProgram(process.execPath, ['examples/demo.mjs']);
  // A slow machine shows progress as well.
  const lines = out
    .trimEnd()
    .split('\n')
    .filter((line) => !/\/s$|, about |^Found customer /.test(line));
  expect([code, err, lines.length < 40], `${lines.length} lines`).toEqual([0, '', true]);
  expect(out).toContain('Killed with kill -9 after 31 products.');
  expect(out).toMatch(/^Continuing import 1: \d+ of 69 rows are in the store\.$/m);
  expect(out).toMatch(/^69 of 69 rows of import 1 are on \S+ exactly once\.$/m);
  expect(await readFile(page, 'utf8')).toContain('<!doctype html>');
});
