import { signalCode, signalCodes } from '../errors.ts';

/** What of a process signals concern. */
interface SignalledProcess {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  on(name: NodeJS.Signals, listener: () => void): unknown;
  removeAllListeners(name: NodeJS.Signals): unknown;
  kill(id: number, signal: NodeJS.Signals): unknown;
  exit(code: number): unknown;
  readonly stdin: { destroy(): unknown };
}

/** Ctrl-Break is Ctrl-C on Windows, for programs that do not listen to that; elsewhere nothing sends it. */
const names = [...(Object.keys(signalCodes) as (keyof typeof signalCodes)[]), 'SIGBREAK'] as const;

/** The first signal asks to stop, the second ends the process at once. @returns the signal, with its name as the reason */
export function listenForSignals(process: SignalledProcess): AbortSignal {
  const controller = new AbortController();
  for (const name of names) {
    process.on(name, () => {
      if (controller.signal.aborted) endBy(process, name);
      controller.abort(name);
      process.stdin.destroy();
    });
  }
  return controller.signal;
}

/**
 * As the signal does by itself: `process.exit` waits for a pipe that is being opened, to which nobody may ever write, and
 * aborts where the terminal is gone. Windows has no such signals: there Node cannot send SIGHUP or SIGBREAK, and every other
 * ends with code 1.
 */
export function endBy(process: SignalledProcess, name: NodeJS.Signals): void {
  process.removeAllListeners(name);
  if (process.platform === 'win32') process.exit(signalCode(name));
  else process.kill(process.pid, name);
}
