import { expect, test } from 'vitest';
import { Latencies } from '../../../src/import/pace/latencies.ts';
import { Timeline } from '../../../src/import/pace/timeline.ts';

test('a timeline of any length has at most 240 intervals, and loses no amount', () => {
  const timeline = new Timeline();
  for (let at = 0; at < 100_000; at++) timeline.add(at * 100, (at + 1) * 100, { rows: 7, rate: 40 });
  const intervals = timeline.intervals();
  const sum = (name: 'rows' | 'rate'): number => intervals.reduce((total, { amounts }) => total + amounts[name], 0);
  expect([intervals.length <= 240, intervals.at(-1)?.to, Math.round(sum('rows')), Math.round(sum('rate'))]).toEqual([
    true,
    10_000_000,
    700_000,
    4_000_000,
  ]);
  expect(new Set(intervals.slice(0, -1).map(({ amounts }) => Math.round(amounts.rows))).size).toBe(1);
});

test('what happened between two late samples is spread over the time between them', () => {
  const timeline = new Timeline();
  timeline.add(0, 50, { rows: 1 });
  timeline.add(50, 350, { rows: 30, settle: 300 });
  expect(timeline.intervals().map(({ to, amounts }) => [to, amounts.rows, amounts.settle])).toEqual([
    [100, 6, 50],
    [200, 10, 100],
    [300, 10, 100],
    [350, 5, 50],
  ]);
});

test('a timeline without time has no interval', () => {
  const timeline = new Timeline();
  timeline.add(0, 0, { rows: 3 });
  expect(timeline.intervals()).toEqual([]);
});

test('percentiles of latencies are right to 5 %, whatever their size', () => {
  const latencies = new Latencies();
  for (let at = 1; at <= 1000; at++) latencies.add(at);
  latencies.add(1e9);
  latencies.add(0);
  const near = (share: number, expected: number): boolean =>
    Math.abs(latencies.percentile(share) / expected - 1) < 0.05;
  expect([near(0.5, 500), near(0.9, 900), near(0.99, 990), latencies.longest, latencies.count]).toEqual([
    true,
    true,
    true,
    1e9,
    1002,
  ]);
  expect(latencies.classes(1).reduce((sum, { count }) => sum + count, 0)).toBe(1002);
});

test('no latency is longer than the longest, and none is 0', () => {
  const latencies = new Latencies();
  expect([latencies.percentile(0.5), latencies.classes(4)]).toEqual([0, []]);
  latencies.add(100);
  expect([latencies.percentile(0.99), latencies.classes(4).length]).toEqual([100, 1]);
});
