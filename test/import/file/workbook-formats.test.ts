import { expect, test } from 'vitest';
import { shopCli } from '../../support/run.ts';
import { bookOf, number, sheetOf } from './books.ts';

const formats = [
  '[$$-409]#,##0.00',
  '[$€-413]\\ #,##0.00',
  '&quot;CHF&quot;\\ 0.00',
  '#,##0.00,',
  '0.0,,&quot;M&quot;',
];
const styles = `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`;

/** What a dry run says of two prices in these formats, counted from 1. */
async function said(prices: readonly (readonly [price: string, format: number])[]): Promise<readonly string[]> {
  const cells = prices.map(([price, format], at) => [`A${at}`, 'x', number(price, format)]);
  const stdin = await bookOf(sheetOf('sku,name,price', ...cells), { styles });
  const { err } = await shopCli('products import - --dry-run', { stdin });
  return err.split('\n').filter((line) => line.includes(', price "'));
}

test('an amount whose format has another currency than those above it is warned of, as in a text', async () => {
  expect(
    await said([
      ['14.95', 2],
      ['12.95', 1],
      ['3', 3],
      ['4.5', 0],
    ]),
  ).toEqual([
    'Warning: line 3, price "12.95": is in USD, and others in EUR: amounts are not converted',
    'Warning: line 4, price "3": is in CHF, and others in EUR: amounts are not converted',
  ]);
});

test('an amount whose format shows thousands as ones is invalid', async () => {
  const why = (format: string) =>
    `is shown divided by a thousand or more, by its format (${format}): format the column as a plain number and check it`;
  expect(
    await said([
      ['12950', 4],
      ['12950000', 5],
      ['1295', 2],
    ]),
  ).toEqual([`line 2, price "12950": ${why('#,##0.00,')}`, `line 3, price "12950000": ${why('0.0,,"M"')}`]);
});
