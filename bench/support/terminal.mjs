// Commands at a terminal.
import { performance } from 'node:perf_hooks';
import { spawn } from '@lydell/node-pty';

/** Runs a command at a terminal of 120 columns to its end. Returns its text, when it began, when `first` was in it and when it ended, in ms. */
export async function atTerminal(command, argv, first, env = {}) {
  const began = performance.now();
  const terminal = spawn(command, argv, { cols: 120, rows: 40, env: { ...process.env, ...env } });
  let [text, firstAt] = ['', undefined];
  terminal.onData((data) => {
    text += data;
    if (firstAt === undefined && text.includes(first)) firstAt = performance.now();
  });
  const { exitCode } = await new Promise((resolve) => terminal.onExit(resolve));
  const ended = performance.now();
  if (exitCode !== 0 || firstAt === undefined)
    throw new Error(`${command} ended with ${exitCode}: ${text.slice(-500)}`);
  return { text, began, firstAt, ended };
}
