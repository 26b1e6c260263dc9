// One store, from empty to full, while its importer is killed again and again.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareStore, falseClaims, wrongEnd, wrongReport } from './checker.mjs';
import { importOnce, strokeOf } from './client.mjs';
import { randomFrom } from './random.mjs';
import { mannerOf, shareOf, startStore } from './store.mjs';

/** More than these in one round means that it does not come to an end. */
const mostRunsUnkilled = 60;
/** A store that folds keys never takes the file: it is over when so many runs in a row were not killed. */
const runsOfFoldedKeys = 4;

/** Everything in a round but the time that things take comes from its seed. Returns what happened, and every fault of the program as a sentence. */
export async function round({ seed, rows, kills }) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-chaos-'));
  const random = randomFrom(seed);
  const manner = mannerOf(random);
  const skus = Array.from({ length: Math.ceil(rows * shareOf(manner)) }, (_, at) => `Chaos-${at}`);
  const home = { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, TZ: 'UTC' };
  await mkdir(join(directory, 'journal'), { mode: 0o700 });
  await writeFile(join(directory, 'catalogue.csv'), `sku,name\n${skus.map((sku) => `${sku},Product`).join('\n')}\n`);
  const store = await startStore(directory, { manner, seed, env: home });
  const history = { kills: { start: 0, recovery: 0, sending: 0 }, signals: 0, runs: 0, claims: [], faults: [] };
  const importing = { directory, env: { ...home, ...store.variables } };
  try {
    await importUntilDone({ importing, random, kills, foldsKeys: manner === 'fold-keys', rows: skus.length }, history);
  } catch (error) {
    history.faults.push(error.message);
  }
  const faults = [
    ...history.faults,
    ...wrongWith(await store.stop(), { skus, history, foldsKeys: manner === 'fold-keys' }),
  ];
  if (faults.length === 0) await rm(directory, { recursive: true, force: true });
  return {
    seed,
    manner,
    rows: skus.length,
    kills: history.kills,
    signals: history.signals,
    runs: history.runs,
    faults,
    directory,
  };
}

async function importUntilDone({ importing, random, kills, foldsKeys, rows }, history) {
  let unkilled = 0;
  for (;;) {
    const killed = Object.values(history.kills).reduce((sum, count) => sum + count, 0);
    const stroke = killed < kills ? strokeOf(random) : undefined;
    history.runs++;
    const end = await importOnce({ ...importing, concurrency: random.between(1, 16), number: history.runs }, stroke);
    const wrong =
      wrongEnd(end) ?? (end.report && end.report.run !== null ? wrongReport(end.report, end.code, rows) : undefined);
    if (wrong) history.faults.push(`run ${history.runs}: ${wrong}`);
    history.claims.push(...end.claims);
    if (end.signal === 'SIGKILL') history.kills[end.phase]++;
    else if (end.strokes.length > 0) history.signals++;
    else if (++unkilled >= (foldsKeys ? runsOfFoldedKeys : mostRunsUnkilled)) {
      if (!foldsKeys) throw new Error('the import does not come to an end');
      return;
    }
    if (end.code === 0) return;
  }
}

function wrongWith(products, { skus, history, foldsKeys }) {
  const { lost, duplicated, unexpected } = compareStore(skus, products, foldsKeys);
  const claimed = falseClaims(history.claims, products);
  return [
    ...named('lost', lost),
    ...named('duplicated', duplicated),
    ...named('unexpected', unexpected),
    ...named(
      'said to be in the store, and not there so',
      claimed.map(({ key, productId }) => `${key} as product ${productId}`),
    ),
  ];
}

const named = (what, which) => (which.length === 0 ? [] : [`${which.length} ${what}: ${which.slice(0, 5).join(', ')}`]);
