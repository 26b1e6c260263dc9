// Kills imports at random moments while the store misbehaves, continues them, and counts what is in the store: npm run chaos -- --kills 1000 --parallel 8
// The checker knows nothing of the journal; see docs/reliability.md.
import { parseArgs } from 'node:util';
import { round } from './round.mjs';

const { values } = parseArgs({
  options: {
    noun: { type: 'string', default: 'products' },
    kills: { type: 'string', default: '20' },
    rows: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    parallel: { type: 'string', default: '4' },
    'kills-per-store': { type: 'string', default: '20' },
  },
});
const [kills, rows, seed, parallel, perStore] = ['kills', 'rows', 'seed', 'parallel', 'kills-per-store'].map((name) =>
  Number(values[name]),
);
/** Kills between two lines of progress. */
const reportEvery = 100;

const started = performance.now();
const total = { rounds: 0, runs: 0, rivals: 0, rows: 0, signals: 0, start: 0, recovery: 0, sending: 0, failed: 0 };
const killed = () => total.start + total.recovery + total.sending;
let [begun, planned, reported] = [0, 0, 0];

console.log(
  `Seeds from ${seed}: ${kills} kills, ${rows} ${values.noun} per store, ${parallel} stores at a time, all faults.`,
);
await Promise.all(Array.from({ length: parallel }, work));
report();
process.exitCode = total.failed === 0 ? 0 : 1;

/** Round after round, until there are enough kills. */
async function work() {
  while (planned < kills) {
    const quota = Math.max(1, Math.min(perStore, Math.ceil(kills / parallel), kills - planned));
    planned += quota;
    const outcome = await round({ noun: values.noun, seed: seed + begun++, rows, kills: quota });
    const done = Object.values(outcome.kills).reduce((sum, count) => sum + count, 0);
    // If the import ended before enough kills, other rounds take the rest.
    planned -= quota - done;
    note(outcome, quota);
  }
}

function note(outcome, quota) {
  total.rounds++;
  total.runs += outcome.runs;
  total.rivals += outcome.rivals;
  total.rows += outcome.rows;
  total.signals += outcome.signals;
  for (const [phase, count] of Object.entries(outcome.kills)) total[phase] += count;
  if (outcome.faults.length > 0) {
    total.failed++;
    console.error(`Seed ${outcome.seed} (${outcome.manner}) FAILED: ${outcome.faults.join('; ')}`);
    console.error(
      `  Files: ${outcome.directory}. To repeat: npm run chaos -- --noun ${values.noun} --kills ${quota} --rows ${rows} --parallel 1 --seed ${outcome.seed}`,
    );
  }
  if (Math.floor(killed() / reportEvery) === reported) return;
  reported = Math.floor(killed() / reportEvery);
  report();
}

function report() {
  const { rounds, runs, rivals, failed, start, recovery, sending, signals } = total;
  const verdict = failed === 0 ? '0 lost, 0 duplicated, 0 unexpected' : `${failed} stores FAILED`;
  console.log(
    `${killed()} kills (${start} at any time, ${recovery} in recovery, ${sending} while sending) and ${signals} other signals, ${runs} runs and ${rivals} beside them, ` +
      `${total.rows} rows, ${rounds} stores, seeds ${seed} to ${seed + begun - 1}, ${Math.round((performance.now() - started) / 1000)} s: ${verdict}`,
  );
}
