import { expect, test } from 'vitest';
import { feedOf } from '../../../src/import/journal/feed-name.ts';

test.each([
  ['day-2026-11-21.csv', 'day-2026-12-21.csv'],
  ['day-20261121T0630.csv', 'day-20261122T0645.csv'],
  ['day-21.11.2026.csv', 'day-01.12.2026.csv'],
  ['mon-2026-11.csv', 'mon-2026-12.csv'],
  ['nov_11.2026.csv', 'dec_12.2026.csv'],
  ['list_202611.csv', 'list_202612.csv'],
  ['november-2026.xlsx', 'december-2026.xlsx'],
  ['2026 März.csv', '2026 Mai.csv'],
  ['Preise Dezember2026.csv', 'Preise Januar2027.csv'],
  ['list-2026-W48.csv', 'list-2026-W49.csv'],
  ['KW48-2026.csv', 'KW1-2027.csv'],
  ['offers-week48.csv', 'offers-week49.csv'],
  ['list-2026-Q4.csv', 'list-2027-Q1.csv'],
  ['2026/11/feed-2026-11.csv', '2026/11/feed-2026-12.csv'],
])('%s and %s are one feed', (one, other) => {
  expect(feedOf(one)).toBe(feedOf(other));
});

test.each([
  ['shoes-38.csv', 'shoes-39.csv'],
  ['shoes-2026-38.csv', 'shoes-2026-39.csv'],
  ['shoes-2026-11-38.csv', 'shoes-2026-11-39.csv'],
  ['jeans-W32.csv', 'jeans-W34.csv'],
  ['mats-audi-q3.csv', 'mats-audi-q5.csv'],
  ['mars.csv', 'may.csv'],
  ['april-2026.csv', 'april-2026-b.csv'],
  ['parts-10.csv', 'parts-11.csv'],
  ['model-1200-11.csv', 'model-1200-12.csv'],
  ['brand-202699.csv', 'brand-202698.csv'],
  ['decor2026.csv', 'marketing2026.csv'],
])('%s and %s are two feeds', (one, other) => {
  expect(feedOf(one)).not.toBe(feedOf(other));
});
