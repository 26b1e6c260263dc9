import { ChildProcess, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { allowStoresOf, lookIn, lookInOutput, lookInRequest, takeLeaks } from './canary.ts';

// Runs before each test file. No test needs to know of it: whatever program a test starts and whatever server it opens is watched.

function refuseLeaks(): void {
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(`The token got out.\n${leaks.join('\n')}`);
}
// Registered first, so called last: after directories were removed and programs ended.
beforeEach(() => onTestFinished(refuseLeaks));
afterAll(refuseLeaks);

/** Calls `look` with everything that a stream reads, without reading it: each piece together with the end of the one before. */
function watchStream(stream: Readable | null | undefined, look: (text: string) => void): void {
  if (!stream) return;
  const push = stream.push.bind(stream);
  let end = '';
  stream.push = (chunk, encoding) => {
    if (chunk !== null) {
      const text = end + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1'));
      look(text);
      end = text.slice(-200);
    }
    return push(chunk, encoding);
  };
}

interface SpawnedOptions extends SpawnOptions {
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
}

/** What every asynchronous function of node:child_process calls. */
type Spawning = { spawn(options: SpawnedOptions): unknown };

function watchPrograms(): void {
  const prototype = ChildProcess.prototype as unknown as Spawning;
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess & Spawning, options) {
    const { args = [], envPairs = [], cwd } = options;
    const url = envPairs.find((pair) => pair.startsWith('SHOP_URL='));
    allowStoresOf({ SHOP_URL: url }, args, String(cwd ?? '.'));
    const name = args
      .slice(0, 6)
      .map((word) => basename(word))
      .join(' ');
    lookIn(`the arguments of a program (${name})`, args.join('\n'));
    const result = spawn.call(this, options);
    watchStream(this.stdout, (text) => lookInOutput(name, text));
    watchStream(this.stderr, (text) => lookIn(`the standard error of the program ${name}`, text));
    return result;
  };
}

function watchServers(): void {
  // A server that closes has no port any more.
  const ports = new WeakMap<Server, string>();
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    if (event === 'listening') ports.set(this, String((this.address() as AddressInfo).port));
    const look = (text: string): void => lookInRequest(ports.get(this) ?? '', text);
    if (event === 'connection' || event === 'secureConnection') watchStream(args[0] as Readable, look);
    // What HTTP reads does not pass through the stream of the connection.
    if (event === 'request' || event === 'connect' || event === 'upgrade') {
      const request = args[0] as IncomingMessage;
      look([request.url, ...request.rawHeaders].join('\n'));
      watchStream(request, look);
    }
    return EventEmitter.prototype.emit.call(this, event, ...args);
  } as typeof Server.prototype.emit;
}

const watched = Symbol.for('shop-cli tests are watched');
if (!(watched in globalThis)) {
  Object.assign(globalThis, { [watched]: true });
  watchPrograms();
  watchServers();
}
