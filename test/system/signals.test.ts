import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endBy, listenForSignals } from '../../src/system/signals.ts';

/** A process that notes how it is ended. */
function processOn(platform: NodeJS.Platform) {
  const ended: string[] = [];
  const emitter = new EventEmitter();
  const signalled = Object.assign(emitter, {
    platform,
    pid: 7,
    kill: (id: number, name: string) => void ended.push(`${name} to ${id}`),
    exit: (code: number) => void ended.push(`exit ${code}`),
    stdin: { destroy: () => undefined },
  });
  return { signalled, ended };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'])('%s asks to stop, and is the reason', (name) => {
  const { signalled, ended } = processOn('win32');
  const interrupted = listenForSignals(signalled);
  signalled.emit(name);
  expect([interrupted.aborted, interrupted.reason, ended]).toEqual([true, name, []]);
});

test.each([
  ['linux', 'SIGINT', 'SIGINT to 7'],
  ['linux', 'SIGHUP', 'SIGHUP to 7'],
  ['win32', 'SIGINT', 'exit 130'],
  ['win32', 'SIGBREAK', 'exit 130'],
  ['win32', 'SIGHUP', 'exit 129'],
] as const)('on %s a second signal ends the process at once: %s', (platform, name, expected) => {
  const { signalled, ended } = processOn(platform);
  listenForSignals(signalled);
  signalled.emit('SIGINT');
  signalled.emit(name);
  expect(ended).toEqual([expected]);
});

test('the end by a signal is not heard by who listens to it', () => {
  const { signalled } = processOn('linux');
  listenForSignals(signalled);
  endBy(signalled, 'SIGTERM');
  expect(signalled.listenerCount('SIGTERM')).toBe(0);
});
