import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

// Needs a build.

const program = `${process.execPath} ${resolve('bin/shop-cli.cjs')}`;
const run = (line: string) => spawnSync('bash', ['-c', `set -o pipefail; ${program} ${line}`], { encoding: 'utf8' });

test.each([
  'commands --json | head -1',
  '--help | true',
  '--version | true',
  'products list --help | true',
  'commands --json | true',
])('%s is a success: the reader had what it wanted', (line) => {
  expect(run(line)).toMatchObject({ status: 0, stderr: '' });
});

test.skipIf(!existsSync('/dev/full')).each(['commands --json', '--help', '--version', 'help exit-codes', 'schema'])(
  '%s into a full disk says so',
  (line) => {
    const { status, stderr } = run(`${line} > /dev/full`);
    expect([status, stderr]).toEqual([
      1,
      'Error: Failed to write the result (ENOSPC).\nCheck whether the disk is full.\n',
    ]);
  },
);

test.skipIf(!existsSync('/dev/full'))('a write whose result does not fit on the disk is said to be made', () => {
  const { status, stderr } = run(
    '--store sandbox products create --sku FULL-1 --price 1 --allow-duplicate -q > /dev/full',
  );
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('The store accepted the write (POST /products).\nCheck whether the disk is full.\n'),
  ]);
});

test.skipIf(!existsSync('/dev/full'))(
  'an import for programs whose result cannot be written is one object on stderr',
  () => {
    const { status, stderr } = run(
      '--store sandbox products import examples/products.csv --dry-run --json > /dev/full',
    );
    const { error, messages } = JSON.parse(stderr);
    expect([status, error.message, messages.length > 1]).toEqual([1, 'Failed to write the result (ENOSPC).', true]);
  },
);
