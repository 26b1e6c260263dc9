// Peak memory of an import, by the rows of its file: npm run bench -- memory [few] [many]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStub, writeCatalogue } from './stub.mjs';
import { measure, program } from './support.mjs';

export async function run(few = '10000', many = '1000000') {
  const [small, large] = [await peakOf(Number(few)), await peakOf(Number(many))];
  console.log(`${many} rows take ${(large / small).toFixed(2)} times the memory of ${few}`);
}

async function peakOf(rows) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-memory-'));
  const store = await startStub();
  try {
    const file = join(directory, 'catalogue.csv');
    await writeCatalogue(file, rows);
    const env = { ...process.env, SHOP_URL: store.url, SHOP_TOKEN: 'token-of-the-bench' };
    const argv = [program, 'products', 'import', file, '--journal', join(directory, 'journal', 'imports.db')];
    const { seconds, code, peak, said } = await measure(process.execPath, argv, env);
    if (code !== 0 || store.products !== rows)
      throw new Error(`${rows} rows ended with ${code}, ${store.products} products: ${said}`);
    console.log(`${rows} rows: peak ${Math.round(peak)} MB, ${seconds.toFixed(0)} s`);
    return peak;
  } finally {
    store.close();
    await rm(directory, { recursive: true, force: true });
  }
}
