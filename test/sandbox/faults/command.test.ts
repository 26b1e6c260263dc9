import { describe, expect, test } from 'vitest';
import { shopCli } from '../../support/run.ts';
import { withSandbox } from '../../support/sandbox-command.ts';

const start = ['sandbox', '--db', ':memory:', '--port', '0'];

describe('an invalid value of a fault option is exit code 2, with what is expected', () => {
  test.each([
    ['--latency', 'slow', 'must be a duration such as 50ms, or a range such as 20ms..200ms.'],
    ['--latency', '200ms..20ms', 'must be a duration such as 50ms, or a range such as 20ms..200ms.'],
    ['--rate-limit', '50', 'must be requests per second such as 50/s.'],
    ['--rate-limit', '0/s', 'must be requests per second such as 50/s.'],
    ['--max-concurrent', '0', 'must be a whole number, 1 or more.'],
    ['--page-cap', '101', 'must be a whole number from 1 to 100.'],
    ['--index-lag', 'soon', 'must be a duration such as 30s.'],
    ['--seed', '4294967296', 'must be a whole number from 0 to 4294967295.'],
  ])('%s %s', async (flag, value, right) => {
    const { code, err } = await shopCli([...start, `${flag}=${value}`]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${flag} "${value}" ${right}`)]);
  });

  test('--fault names every invalid entry, and what exists', async () => {
    const { code, err } = await shopCli([...start, '--fault', 'hang', '--fault', 'rest=1%']);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/"hang": expected a fault .*\n.*"rest=1%": expected a fault [\s\S]*reset-before/),
    ]);
  });

  test('--seed requires a fault', async () => {
    const { code, err } = await shopCli([...start, '--seed', '1']);
    expect([code, err]).toEqual([2, expect.stringContaining('--seed works only with faults and --people.')]);
  });
});

describe('the seed printed at the start', () => {
  const messagesOf = async (...options: readonly string[]) =>
    (await withSandbox(['--db', ':memory:', ...options], {})).err;

  test('is the one that was passed', async () => {
    expect(await messagesOf('--fault', 'hang=1%', '--seed', '42')).toContain(
      'Faults are on. To repeat them, pass --seed 42.',
    );
  });

  test('is random if none was passed', async () => {
    const seedOf = async () => /--seed (\d+)\./.exec(await messagesOf('--latency', '1ms'))?.[1];
    const seed = await seedOf();
    expect(seed).toMatch(/^\d+$/);
    expect(await seedOf()).not.toBe(seed);
  });

  test('is absent without faults', async () => {
    expect(await messagesOf()).not.toContain('seed');
  });
});
