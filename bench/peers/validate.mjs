// What a user would write to check a file before it is sent: csv-parse, a zod schema for each row, and a set of the SKUs.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { z } from 'zod';

const product = z.object({
  sku: z.string().trim().min(1).max(64),
  name: z.string().trim().min(1).max(255),
  price: z.string().regex(/^\d+(\.\d{1,4})?$/),
  quantity: z.coerce.number().int(),
  taxRate: z.coerce.number().int().min(0).max(100),
  status: z.coerce.number().int().min(0).max(1),
});

const faults = [];
const lines = new Map();
let line = 1;
for await (const row of createReadStream(process.argv[2]).pipe(parse({ columns: true }))) {
  line++;
  const { success, data, error } = product.safeParse(row);
  if (!success) faults.push(`Line ${line}: ${z.prettifyError(error)}`);
  else if (lines.has(data.sku)) faults.push(`Line ${line}: ${data.sku} is on line ${lines.get(data.sku)}, too.`);
  else lines.set(data.sku, line);
}
if (line === 1) throw new Error('The file has no rows.');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 2 : 0;
