import { expect, test } from 'vitest';
import { Latencies, Timeline } from '../../src/pace/measurements.ts';

test('a timeline of any length has at most 240 intervals, and loses no row and no wait', () => {
  const timeline = new Timeline();
  for (let at = 0; at < 100_000; at++) timeline.add((at + 1) * 100, 7, at % 5 === 0 ? 'rate' : undefined);
  const intervals = timeline.intervals();
  const rows = intervals.reduce((total, interval) => total + interval.rows, 0);
  expect([intervals.length <= 240, intervals.at(-1)?.to, Math.round(rows), timeline.waited]).toEqual([
    true,
    10_000_000,
    700_000,
    { rate: 2_000_000, store: 0, settle: 0 },
  ]);
});

test('intervals are at least 100 ms long, and a late sample makes a longer one', () => {
  const timeline = new Timeline();
  timeline.add(50, 1);
  timeline.add(100, 2);
  timeline.add(400, 30, 'settle');
  timeline.add(450, 5);
  const none = { rate: 0, store: 0, settle: 0 };
  expect(timeline.intervals()).toEqual([
    { from: 0, to: 100, rows: 3, waited: none },
    { from: 100, to: 400, rows: 30, waited: { ...none, settle: 300 } },
    { from: 400, to: 450, rows: 5, waited: none },
  ]);
});

test('a timeline without time has no interval', () => {
  const timeline = new Timeline();
  timeline.add(0, 3);
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
});

test('no latency is longer than the longest, and none is 0', () => {
  const latencies = new Latencies();
  expect(latencies.percentile(0.5)).toBe(0);
  latencies.add(100);
  expect(latencies.percentile(0.99)).toBe(100);
});
