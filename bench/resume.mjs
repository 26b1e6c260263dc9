// How long an import that was broken off takes until it sends again: npm run bench -- resume [rows] [done]
// The store is a stub in this process that has what the journal says. The journal is a real one, of a run that was killed; the rows that it lacks of
// `done` are written into it, since filling a store with a million products takes many minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { program } from './support.mjs';

const skuOf = (at) => `P-${String(at).padStart(7, '0')}`;

export async function run(rowsText = '1000000', doneText = String(Number(rowsText) * 0.9)) {
  const [rows, done] = [Number(rowsText), Number(doneText)];
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-resume-'));
  const store = await startStub();
  try {
    const [file, journal] = [join(directory, 'catalogue.csv'), join(directory, 'journal', 'imports.db')];
    await writeCatalogue(file, rows);
    const argv = [program, 'products', 'import', file, '--journal', journal];
    const env = { ...process.env, SHOP_URL: store.url, SHOP_TOKEN: 'token-of-the-bench' };
    await untilFirstPost(store, argv, env);
    completeJournal(journal, done);
    store.products = done;
    const { seconds, peak } = await untilFirstPost(store, argv, env);
    console.log(`${rows} rows, ${done} done: sending again after ${seconds.toFixed(1)} s, peak ${Math.round(peak)} MB until then`);
  } finally {
    store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeCatalogue(path, rows) {
  const stream = createWriteStream(path);
  stream.write('sku,name,price,quantity\n');
  for (let at = 0; at < rows; at++) {
    if (!stream.write(`${skuOf(at)},Product ${at},${(at % 900) + 1}.99,${at % 50}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

/** Starts an import, and kills it as soon as it has sent a row. Returns how long that took. */
async function untilFirstPost(store, argv, env) {
  const start = performance.now();
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await Promise.race([store.nextPost(), exited.then(([code]) => Promise.reject(new Error(`The import ended with ${code}.`)))]);
  const seconds = (performance.now() - start) / 1000;
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  child.kill('SIGKILL');
  await exited;
  return { seconds, peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 };
}

/** As if the run had gone on until so many rows were created. */
function completeJournal(path, done) {
  const database = new Database(path);
  database.exec('BEGIN');
  database.exec('DELETE FROM rows');
  database
    .prepare(
      `WITH RECURSIVE n(record) AS (SELECT 1 UNION ALL SELECT record + 1 FROM n WHERE record < ?)
       INSERT INTO rows (run, record, line, field, code, state, attempts, product, member, message, at)
       SELECT 1, record, record + 1, 'sku', printf('P-%07d', record - 1), 1, 1, CAST(record AS TEXT), NULL, NULL, 0 FROM n`,
    )
    .run(BigInt(done));
  database.exec('COMMIT');
  database.close();
}

/** Answers as a store with the products P-0000000 to P-<products - 1>. */
async function startStub() {
  let told = () => undefined;
  const store = { url: '', products: 0, nextPost: () => new Promise((resolve) => (told = resolve)), close: () => server.close() };
  const recordOf = (at) => ({ productId: at + 1, uprid: String(at + 1), sku: skuOf(at), name: `Product ${at}` });
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const { searchParams } = new URL(request.url, store.url);
    const send = (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.method === 'POST') {
      told();
      return send({ productId: 1 });
    }
    const search = searchParams.get('filter[search]');
    const at = Number(/^sku:P-(\d{7})$/.exec(search ?? '')?.[1] ?? Number.NaN);
    const data = search === null ? [recordOf(0)].slice(0, store.products) : at < store.products ? [recordOf(at)] : [];
    return send({ numRows: search === null ? store.products : data.length, data });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  store.url = `http://127.0.0.1:${server.address().port}`;
  return store;
}
