// How long an import that was broken off takes until it sends again: npm run bench -- resume [rows] [done]
// The store is a stub in this process that has what the journal says. The journal is a real one, of a run that was killed; the rows that it lacks of
// `done` are written into it, since filling a store with a million products takes many minutes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStub } from './stores/stub.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { program } from './support/measure.mjs';

/** A process of its own: libsql gives the lock of a file back when its process ends, not when it is closed. */
const completeJournal = fileURLToPath(new URL('support/complete-journal.mjs', import.meta.url));

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
    execFileSync(process.execPath, [completeJournal, journal, String(done)]);
    store.products = done;
    const { seconds, peak } = await untilFirstPost(store, argv, env);
    console.log(
      `${rows} rows, ${done} done: sending again after ${seconds.toFixed(1)} s, peak ${Math.round(peak)} MB until then`,
    );
  } finally {
    store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts an import, and kills it as soon as it has sent a row. Returns how long that took. */
async function untilFirstPost(store, argv, env) {
  const start = performance.now();
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await Promise.race([
    store.nextPost(),
    exited.then(([code]) => Promise.reject(new Error(`The import ended with ${code}.`))),
  ]);
  const seconds = (performance.now() - start) / 1000;
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  child.kill('SIGKILL');
  await exited;
  return { seconds, peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 };
}
