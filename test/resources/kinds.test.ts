import { describe, expect, test } from 'vitest';
import * as kinds from '../../src/resources/kinds.ts';
import { named, testTyped } from './kind-rows.ts';

const cent = (units: bigint, scale = 2) => ({ units, scale });
const status = kinds.choiceOf({ offline: 0, online: 1 }, { true: 1, no: 0 });

testTyped([
  [kinds.textKind, { ' a\tb ': ' a\tb ', '': '' }, []],
  [kinds.codeKind, { '00123': '00123', 'A B-1': 'A B-1' }, [' A', 'A\u00a0', 'A\tB']],
  [kinds.moneyKind, { '12.50': cent(1250n) }, ['12,50', '1e3']],
  [
    kinds.countKind,
    { '12': 12, '-3': -3, '+3': 3, '100.000': 100, '-0': 0 },
    ['1.5', '1,000', '1e3', '1234567890123456', ''],
  ],
  [kinds.idKind, { '206': 206 }, ['0', '-1', '007', '5.0']],
  [kinds.percentKind, { '21': 21, '21.00': 21, '21%': 21, '21 %': 21, '0': 0, '100': 100 }, ['101', '-1', '5.5', '%']],
  [kinds.flagKind, { yes: 1, No: 0, TRUE: 1, '0': 0 }, ['2', '']],
  [
    kinds.dateKind,
    { '2026-01-31': '2026-01-31', '2024-02-29': '2024-02-29' },
    ['2026-02-29', '0000-00-00', '31-01-2026', '2026-01-31 10:00:00'],
  ],
  [status, { online: 1, ONLINE: 1, true: 1, no: 0, '1': 1 }, ['01', 'constructor', '']],
]);

describe('on the wire', () => {
  test.each(
    named([
      [kinds.textKind, 'a', 'a'],
      [kinds.textKind, 5, '5'],
      [kinds.textKind, null, undefined],
      [kinds.textKind, true, undefined],
      [kinds.codeKind, 123, '123'],
      [kinds.codeKind, ' A', undefined],
      [kinds.moneyKind, 12.5, cent(125n, 1)],
      [kinds.moneyKind, '12.50', cent(1250n)],
      [kinds.moneyKind, 1e-7, cent(1n, 7)],
      [kinds.moneyKind, '1e2', cent(100n, 0)],
      [kinds.moneyKind, 1e21, undefined],
      [kinds.moneyKind, 0.1 + 0.2, { units: 30000000000000004n, scale: 17 }],
      [kinds.moneyKind, [], undefined],
      [kinds.countKind, 5, 5],
      [kinds.countKind, '5', 5],
      [kinds.countKind, 5.5, undefined],
      [kinds.idKind, '206', 206],
      [kinds.idKind, 0, undefined],
      [kinds.percentKind, '21.0000', 21],
      [kinds.percentKind, '21%', undefined],
      [kinds.flagKind, 1, 1],
      [kinds.flagKind, '0', 0],
      [kinds.flagKind, 'yes', undefined],
      [kinds.dateKind, '2026-01-31', '2026-01-31'],
      [kinds.dateKind, 20260131, undefined],
      [status, 1, 1],
      [status, '1', 1],
      [status, 'online', undefined],
      [status, { online: 1 }, undefined],
    ]),
  )('a field of the kind %s reads %j as %s', (_, json, _said, value, kind) => {
    expect(kind.wire(json)).toEqual(value);
  });
});

describe('as shown', () => {
  test.each(
    named([
      [kinds.textKind, 'a', 'a'],
      [kinds.textKind, '', undefined],
      [kinds.textKind, null, undefined],
      [kinds.textKind, undefined, undefined],
      [kinds.textKind, { a: 1 }, '{"a":1}'],
      [kinds.codeKind, '00123', '00123'],
      [kinds.moneyKind, '12.5000', '12.50'],
      [kinds.moneyKind, '70.1460', '70.146'],
      [kinds.moneyKind, '-1149.0000', '-1149.00'],
      [kinds.moneyKind, 0, '0.00'],
      [kinds.moneyKind, 'nonsense', 'nonsense'],
      [kinds.countKind, '-1', '-1'],
      [kinds.countKind, '100.0000', '100'],
      [kinds.countKind, '0.5000', '0.5'],
      [kinds.percentKind, '21.0000', '21'],
      [kinds.flagKind, '1', 'yes'],
      [kinds.flagKind, 0, 'no'],
      [kinds.flagKind, 2, '2'],
      [kinds.flagKind, null, undefined],
      [kinds.dateKind, '2026-01-31 10:00:00', '2026-01-31 10:00:00'],
      [kinds.dateKind, '0000-00-00', undefined],
      [kinds.dateKind, '0000-00-00 00:00:00', undefined],
      [kinds.dateKind, null, undefined],
      [status, 1, 'online'],
      [status, '0', 'offline'],
      [status, 7, '7'],
      [status, '', undefined],
    ]),
  )('a field of the kind %s with %j is shown as %s', (_, received, _said, shown, kind) => {
    expect(kind.show(received)).toBe(shown);
  });
});

test.each(
  named([
    [kinds.textKind, 'a', 'a'],
    [kinds.moneyKind, cent(1250n), 12.5],
    [kinds.countKind, 5, 5],
    [kinds.percentKind, 21, 21],
    [kinds.flagKind, 1, 1],
    [status, 0, 0],
  ]),
)('%s sends %o as %s', (_, value, _said, json, kind) => {
  expect(kind.send(value)).toBe(json);
});

test('a choice says what would be right, by number and name', () => {
  expect([status.expects, status.placeholder]).toEqual(['0 (offline) or 1 (online)', '0|1']);
});

test('numbers are aligned right, all else left', () => {
  const { textKind, codeKind, moneyKind, countKind, idKind, percentKind, flagKind, dateKind } = kinds;
  const all = [textKind, codeKind, moneyKind, countKind, idKind, percentKind, flagKind, dateKind];
  expect(all.filter(({ align }) => align === 'right').map(({ name }) => name)).toEqual(['money', 'count', 'percent']);
});
