import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText, noteNumber, withNumbersOf } from '../../src/text/written-numbers.ts';

/** A value with `1.50` in it, as a number. */
function noted(): object {
  const record = { price: '1.50', text: '1.50' };
  noteNumber(record, 'price', '1.50', 1.5);
  return record;
}

test.each(['', '  '])('JSON without such numbers is that of JSON.stringify, indented by "%s"', (space) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const beside = { value, noted: noted() };
      const plain = JSON.stringify({ value, noted: { price: 1.5, text: '1.50' } }, null, space);
      expect(jsonText(beside, space).replace('1.50,', '1.5,')).toBe(plain);
      expect(jsonText(value, space)).toBe(JSON.stringify(value, null, space));
    }),
  );
});

test('a value that has changed is written as it is now', () => {
  const copy = withNumbersOf(noted(), { price: '***', text: '1.50' });
  expect([jsonText(copy), jsonText({ ...noted(), price: 2 })]).toEqual([
    '{"price":"***","text":"1.50"}',
    '{"price":2,"text":"1.50"}',
  ]);
});

test.each([
  ['1e400', Number.POSITIVE_INFINITY],
  ['12345678901234567890', Number('12345678901234567890')],
  ['-0.0', -0],
  ['0.00000010', 1e-7],
  ['0.30000000000000000010', 0.3],
])('%s, which a reader of JSON may not hold or write so, stays a text', (text, number) => {
  const list = [text];
  noteNumber(list, '0', text, number);
  expect(jsonText(list)).toBe(`["${text}"]`);
});
