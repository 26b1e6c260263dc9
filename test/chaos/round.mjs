// One store, from empty to full, while its importer is killed again and again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareStore, falseClaims, listedAsMissing, wrongEnd, wrongReport, wrongRival } from './checker.mjs';
import { importOnce, strokeOf } from './client.mjs';
import { disguise, jumpingClock, makeJournals, rivalOf } from './names.mjs';
import { nouns } from './nouns.mjs';
import { randomFrom } from './random.mjs';
import { progressMode, shareOf, startStore } from './store.mjs';

/** More than these in one round means that it does not come to an end. */
const mostRunsUnkilled = 60;
/** A store that folds keys never takes the file: it is over when so many runs in a row were not killed. */
const runsOfFoldedKeys = 4;

/** So is one that says of some rows, in as many runs in a row, that they may be missing. */
const runsOfSomeMissing = 3;

/** Everything in a round but the time that things take comes from its seed. Returns what happened, and every fault of the program as a sentence. */
export async function round({ noun: name, seed, rows, kills }) {
  const noun = nouns[name];
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-chaos-'));
  const random = randomFrom(seed);
  const manner = progressMode(random, noun);
  const skus = noun.keys(Math.ceil(rows * shareOf(manner)));
  const home = { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, TZ: 'UTC' };
  await makeJournals(directory);
  await writeFile(join(directory, 'rows.csv'), noun.file(skus));
  const store = await startStore(directory, { noun, manner, seed, env: home });
  const history = {
    kills: { start: 0, recovery: 0, sending: 0 },
    signals: 0,
    runs: 0,
    rivals: 0,
    claims: [],
    faults: [],
  };
  await noun.prepare(store.variables);
  const importing = { directory, noun: name, env: { ...home, ...store.variables } };
  const others = noun.others(store.variables, skus, randomFrom(seed + 0.5));
  const keyOf = (claim) => noun.keyOfClaim?.(claim, skus) ?? claim.key;
  const story = { importing, random, kills, foldsKeys: manner === 'fold-keys', rows: skus.length, keyOf };
  try {
    await importUntilDone(story, history);
  } catch (error) {
    history.faults.push(error.message);
  }
  await others.stop();
  const faults = [...history.faults, ...wrongWith(await store.stop(), { skus, history, ...story })];
  if (faults.length === 0) await rm(directory, { recursive: true, force: true });
  return {
    seed,
    manner,
    rows: skus.length,
    kills: history.kills,
    signals: history.signals,
    runs: history.runs,
    rivals: history.rivals,
    faults,
    directory,
  };
}

async function importUntilDone({ importing, random, kills, foldsKeys, rows, keyOf }, history) {
  const { clock, next } = jumpingClock(random);
  let [unkilled, incomplete] = [0, 0];
  for (;;) {
    const killed = Object.values(history.kills).reduce((sum, count) => sum + count, 0);
    const stroke = killed < kills ? strokeOf(random) : undefined;
    next();
    const end = await importBesideRival({ importing, random, clock, rows, stroke, keyOf }, history);
    history.last = end.claims;
    if (end.signal === 'SIGKILL') history.kills[end.phase]++;
    else if (end.strokes.length > 0) history.signals++;
    else if (++unkilled >= (foldsKeys ? runsOfFoldedKeys : mostRunsUnkilled)) {
      if (!foldsKeys) throw new Error('the import does not come to an end');
      return;
    }
    if (end.code === 0) return;
    incomplete = [7, 8].includes(end.code) ? incomplete + 1 : 0;
    if (incomplete >= runsOfSomeMissing) return;
  }
}

/** One import, and sometimes a second one that begins while it sends, and must wait or be refused. */
async function importBesideRival({ importing, random, clock, rows, stroke, keyOf }, history) {
  const number = ++history.runs;
  const note = (who, end, wrong) => {
    if (wrong) history.faults.push(`${who}: ${wrong}`);
    history.claims.push(...end.claims);
  };
  const once = async (how, ...rest) => {
    const end = await importOnce({ ...importing, concurrency: random.between(1, 16), ...how }, ...rest);
    return { ...end, claims: end.claims.map((claim) => ({ ...claim, key: keyOf(claim) })) };
  };
  const rival = rivalOf(random, importing, clock);
  const other = { ended: undefined };
  const startRival = async () => {
    history.rivals++;
    await rival.prepare();
    return await once({ ...rival.importing, number: `${number}-rival` }).finally(rival.remove);
  };
  const end = await once({ ...disguise(random, importing, clock), number }, stroke, () => {
    other.ended = rival && startRival();
  });
  note(`run ${number}`, end, wrongEnd(end) ?? wrongCounts(end, rows));
  const rivalEnd = await other.ended;
  if (rivalEnd) note(`rival ${number}`, rivalEnd, wrongRival(rivalEnd, rival.isLinked) ?? wrongCounts(rivalEnd, rows));
  return end;
}

const wrongCounts = ({ report, code }, rows) =>
  report && report.run !== null ? wrongReport(report, code, rows) : undefined;

function wrongWith(products, { skus, history, foldsKeys }) {
  const listed = listedAsMissing(history.last ?? []);
  const { lost, duplicated, unexpected } = compareStore(skus, products, { foldsKeys, listed });
  const claimed = falseClaims(history.claims, products);
  return [
    ...named('lost', lost),
    ...named('duplicated', duplicated),
    ...named('unexpected', unexpected),
    ...named(
      'said to be in the store, and not there so',
      claimed.map(({ key, id }) => `${key} as ${id}`),
    ),
  ];
}

const named = (what, which) => (which.length === 0 ? [] : [`${which.length} ${what}: ${which.slice(0, 5).join(', ')}`]);
