import { createRequire } from 'node:module';
import { widthOf } from '../../src/output/width.ts';

// As in the bundle (build.mjs): cli-table3 measures text as src/output/width.ts does, not with its own string-width.
const require = createRequire(createRequire(import.meta.url).resolve('cli-table3'));
require('string-width');
const own = require.cache[require.resolve('string-width')];
if (own) own.exports = widthOf;
