// One import in a process of its own, and the blow that ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse/sync';
import { nouns } from './nouns.mjs';
import { program } from './store.mjs';

/** Late commits take up to two seconds, and the index a tenth more; the rest is for a machine that has more to do. */
const settle = 4000;

/** What an import says when it enters a phase. The first is when it starts. */
const phases = {
  start: undefined,
  recovery: /^Looking up .* that an earlier import left uncertain|^An earlier import left .* uncertain/,
  sending: /^Sending/,
};

/**
 * When a run is struck, and how: at any time, while it finds out what became of the rows of an earlier one, or while it sends. A signal that asks to
 * stop is sometimes followed by one that does not.
 */
export function strokeOf(random) {
  const phase = random.oneOf(['start', 'recovery', 'sending', 'sending']);
  const after = random.between(0, { start: 1500, recovery: settle, sending: random.oneOf([500, 8000]) }[phase]);
  const signal = random.chance(0.8) ? 'SIGKILL' : random.oneOf(['SIGTERM', 'SIGINT']);
  const thenKill = signal !== 'SIGKILL' && random.chance(0.3) ? random.between(0, 300) : undefined;
  return { phase, after, signal, thenKill };
}

/**
 * Runs the import in the directory once. Resolves to how it ended, and what it said of its rows.
 * @param onSending called when it begins to send
 */
export async function importOnce(
  { directory, env, noun, journal, isNewRun, concurrency, number },
  stroke,
  onSending = () => {},
) {
  const [report, results] = ['json', 'csv'].map((end) => join(directory, `run-${number}.${end}`));
  await Promise.all([rm(report, { force: true }), rm(results, { force: true })]);
  const child = spawn(
    process.execPath,
    [program, noun, 'import', 'rows.csv', ...optionsOf({ journal, isNewRun, concurrency, report, results })],
    { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  const log = createWriteStream(join(directory, `run-${number}.log`));
  const struck = strike(child, stroke);
  const seen = { sent: false };
  struck.enter('start');
  for await (const line of createInterface({ input: child.stderr })) {
    log.write(`${line}\n`);
    for (const [phase, words] of Object.entries(phases)) if (words?.test(line)) struck.enter(phase);
    if (seen.sent || !phases.sending.test(line)) continue;
    seen.sent = true;
    onSending();
  }
  const [code, signal] = await ended;
  struck.end();
  log.end(`${JSON.stringify({ stroke, code, signal })}\n`);
  return {
    ...{ code, signal, strokes: struck.signals, sent: seen.sent },
    phase: struck.phase(),
    report: await readFile(report, 'utf8').then(JSON.parse, () => undefined),
    claims: await readFile(results, 'utf8').then(
      (text) => claimsFrom(text, nouns[noun]),
      () => [],
    ),
  };
}

const optionsOf = ({ journal, isNewRun, concurrency, report, results }) => [
  ...(isNewRun ? ['--restart'] : []),
  ...['--journal', journal, '--settle', `${settle / 1000}s`, '--timeout', '1s'],
  // A loopback name with a dot at its end is not taken for this machine.
  ...['--allow-http', '--concurrency', String(concurrency), '--report', report, '--results', results],
];

/** The rows of results, with the ID of whatever they name as `id`. */
const claimsFrom = (text, { idName }) =>
  parse(text, { bom: true, columns: (names) => names.map((name) => (name === idName ? 'id' : name)) });

/** Strikes once the phase is entered and its time is over. */
function strike(child, stroke) {
  const timers = [];
  const signals = [];
  const blow = (signal) => {
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) signals.push(signal);
  };
  return {
    enter(phase) {
      if (stroke?.phase !== phase) return;
      timers.push(setTimeout(() => blow(stroke.signal), stroke.after));
      if (stroke.thenKill !== undefined) timers.push(setTimeout(() => blow('SIGKILL'), stroke.after + stroke.thenKill));
    },
    end: () => timers.forEach(clearTimeout),
    signals,
    phase: () => (signals.length === 0 ? undefined : stroke.phase),
  };
}
