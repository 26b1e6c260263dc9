import type { Connection } from '../client/connection.ts';
import { productBody } from '../client/products.ts';
import { type Format, listWriter, type Target } from '../output/formats.ts';
import { code, count, type Fields, money, text } from '../resources/record.ts';
import type { SendableRow } from './sending/row.ts';

const planFields: Fields = {
  line: count('Line').inTable(1),
  sku: code('SKU').inTable(2),
  ean: code('EAN').inTable(5),
  name: text('Name').inTable(3),
  price: money('Price').inTable(4),
};

export interface PlanOptions {
  readonly output: Format;
  readonly taxField: Connection['taxField'];
  readonly target: Target;
}

/** Rows of a table that are shown of a plan; the other formats show every row. */
const tableRows = 10;

/** What would be sent: a body for each row with its line, in every format but the table whole. */
export async function writePlan(rows: AsyncIterable<readonly SendableRow[]>, { output, taxField, target }: PlanOptions): Promise<void> {
  const writer = listWriter(output, { fields: planFields }, target);
  let left = output === 'table' ? tableRows : Number.POSITIVE_INFINITY;
  for await (const batch of rows) {
    const shown = batch.slice(0, left).map(({ line, values }) => ({ line, ...productBody(values, taxField) }));
    await writer.add(shown);
    left -= shown.length;
    if (left <= 0) break;
  }
  await writer.end();
}
