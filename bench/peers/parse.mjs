// The peer of checking a file: csv-parse alone.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

let rows = 0;
for await (const _ of createReadStream(process.argv[2]).pipe(parse({ columns: true }))) rows++;
if (rows === 0) throw new Error('The file has no rows.');
