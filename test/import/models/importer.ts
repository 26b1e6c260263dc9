import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Noun } from '../../../src/client/endpoints/noun.ts';
import { products } from '../../../src/client/endpoints/products.ts';
import type { Context } from '../../../src/context.ts';
import { CliError } from '../../../src/errors.ts';
import { importIntoStore } from '../../../src/import/import-into-store.ts';
import { withSecretKeys } from '../../../src/import/journal/key-secret.ts';
import { openCatalogue } from '../../../src/import/map/catalogue.ts';
import type { ImportOptions } from '../../../src/import/options.ts';
import { OutputFiles } from '../../../src/import/report/output-files.ts';
import { messagesOn } from '../../../src/output/status-line.ts';
import { createFiles } from '../../../src/system/files.ts';
import { inspectMachine } from '../../../src/system/machine.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { connectTo } from '../../support/connection.ts';
import { textFile } from '../map/files.ts';
import type { ModelStore } from './model-store.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

/**
 * How one run ends before its last row: it is killed, or asked to stop, so many milliseconds after it has made so many requests. Counted from
 * the beginning the time would be over while it still opens its files, which takes none on a virtual clock.
 */
export interface Blow {
  readonly requests: number;
  readonly after: number;
  readonly isKill: boolean;
}

export interface Part {
  /** The exit code; `killed` without one. */
  readonly code: number | 'killed';
  /** The report, where there is one. */
  readonly report: Readonly<Record<string, unknown>> | undefined;
  readonly endedAt: number;
  /** What it has said besides. */
  readonly hints: readonly string[];
}

interface Said {
  readonly written: string[];
  readonly hints: string[];
}

export interface Importer {
  readonly directory: string;
  /** What the rows are, if not products. */
  readonly noun?: Noun;
  readonly keys: readonly string[];
  readonly settle: number;
  readonly concurrency: number;
  readonly verifyAll?: boolean;
  /** That of several imports at once; by default each has its own. */
  readonly clock?: VirtualClock;
}

const hour = 3_600_000;

/** Runs imports of one file into one store, one after another, in this process and on a clock of their own. A killed one leaves its journal as it is. */
export class Imports {
  readonly #store: ModelStore;
  readonly #importer: Importer;
  #part = 0;
  #keys: readonly string[];
  /** What is in the file beside the keys. */
  #name = 'x';
  /** A file that was given as it is. */
  #text: string | undefined;
  #path = '/in.csv';
  #now = 1_000_000;

  constructor(store: ModelStore, importer: Importer) {
    this.#store = store;
    this.#importer = importer;
    this.#keys = importer.keys;
  }

  /** The next parts import the same file, one of the rows that were rejected, or one that was edited. */
  async change(kind: 'same' | 'rejected' | 'edited'): Promise<void> {
    if (kind !== 'same') this.#name += 'x';
    this.#keys = kind === 'rejected' ? await this.#rejected() : this.#importer.keys;
  }

  /** The next parts import this file. */
  turnTo(text: string, path = this.#path): void {
    this.#text = text;
    this.#path = path;
  }

  /** All keys where none was rejected: there is no empty file. */
  async #rejected(): Promise<readonly string[]> {
    const database = await openSqlite(this.journal);
    try {
      const codes = database
        .all("SELECT DISTINCT cells ->> 1 AS code FROM row WHERE state = 'rejected'")
        .map(({ code }) => String(code));
      return codes.length > 0 ? codes : this.#importer.keys;
    } finally {
      database.close();
    }
  }

  /** The next part begins so much later, in milliseconds. */
  rest(time: number): void {
    this.#now += time;
  }

  /** The next parts import a file with these rows too. */
  extend(keys: readonly string[]): void {
    this.#keys = [...this.#keys, ...keys];
  }

  /** The keys of the file. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** The journal of the latest part. */
  get journal(): string {
    return join(this.#importer.directory, String(this.#part), 'imports.db');
  }

  async next(blow: Blow | undefined): Promise<Part> {
    const before = join(this.#importer.directory, String(this.#part++));
    const directory = join(this.#importer.directory, String(this.#part));
    mkdirSync(directory, { mode: 0o700 });
    // What a killed process leaves: its lock is gone, and nothing else. Copied at once: the clock keeps it from sending, not from closing
    // its journal, which moves what is in one of these files into the other.
    for (const end of ['', '-wal', '.key'])
      if (existsSync(`${before}/imports.db${end}`)) copyFileSync(`${before}/imports.db${end}`, `${this.journal}${end}`);
    const shared = this.#importer.clock;
    const [clock, user] = [shared ?? virtualClock(this.#now), new AbortController()];
    const written: string[] = [];
    const hints: string[] = [];
    const ended = this.#deliver(clock, user, { written, hints }).then(
      (code): Part['code'] => code,
      (error: unknown) => {
        if (error instanceof CliError) return error.exitCode;
        throw error;
      },
    );
    const code = await Promise.race([ended, ...(blow ? [this.#struck(blow, clock, user)] : [])]);
    const endedAt = clock.now().getTime();
    this.#now = endedAt + 1;
    if (!blow && !shared) await this.#restsFor(hour, clock);
    return {
      code,
      report: code === 'killed' || written.length === 0 ? undefined : JSON.parse(written.join('')),
      endedAt,
      hints,
    };
  }

  /** An import that is over asks for nothing more. */
  async #restsFor(time: number, clock: VirtualClock): Promise<void> {
    const { requests } = this.#store;
    await clock.sleep(time);
    if (this.#store.requests !== requests) throw new Error(`${this.#store.requests - requests} requests after the end`);
  }

  async #deliver(clock: VirtualClock, user: AbortController, { written, hints }: Said): Promise<number> {
    const { settle, concurrency, verifyAll = false } = this.#importer;
    const text = this.#text ?? `sku,name\n${this.#keys.map((key) => `${key},${this.#name}\n`).join('')}`;
    const context = contextOn(clock, user.signal, join(this.#importer.directory, String(this.#part)));
    const connection = connectTo('http://store', {
      dispatcher: this.#store.wire(clock),
      sleep: clock.sleep,
      now: clock.now,
      random: () => 0.5,
      signal: user.signal,
    });
    const { noun, secret } = withSecretKeys(this.#importer.noun ?? products, this.journal, context);
    const options: ImportOptions = {
      noun,
      secret,
      path: this.#path,
      catalogue: { map: {}, set: {}, strictColumns: false },
      onExisting: 'skip',
      shard: undefined,
      failOnWarnings: false,
      restart: false,
      full: false,
      dryRun: false,
      invocation: { startedAt: context.clock.now(), options: [], reading: [] },
      maxErrors: undefined,
      verifyAll,
      warnings: [],
      warn: async (text) => void hints.push(text),
      skipInvalid: false,
      expectRows: undefined,
      context,
      pace: { concurrency, rate: undefined, settle, maxWait: 900_000, waitLock: 0 },
      files: { journal: this.journal, rejected: undefined, results: undefined, report: undefined },
      settings: { output: 'json', language: undefined, taxField: 'both', storeNamed: true },
      target: { write: async (text) => void written.push(text), width: undefined, color: false },
      notice: async () => undefined,
      hint: async (text) => void hints.push(text),
      advise: async (step) => void hints.push(step),
      detail: async () => undefined,
      quiet: false,
      progress: () => ({ show: () => undefined, end: async () => undefined }),
      store: {
        storeName: () => 'shop.test',
        storeValue: () => 'shop.test',
        storeLabel: () => 'shop.test',
        writtenFile: (path) => path,
      },
      confirmWrites: async () => undefined,
      connect: async () => connection,
    };
    const bytes = async function* () {
      yield Buffer.from(text);
    };
    const catalogue = await openCatalogue(await textFile(bytes), options.catalogue, noun);
    const outputs = await OutputFiles.open(options);
    return await importIntoStore(options, { catalogue, hash: text, outputs });
  }

  async #struck({ requests, after, isKill }: Blow, clock: VirtualClock, user: AbortController): Promise<'killed'> {
    await this.#store.afterRequests(requests);
    await clock.sleep(after);
    if (!isKill) {
      user.abort('SIGTERM');
      return await new Promise(() => {});
    }
    clock.freeze();
    return 'killed';
  }
}

const contextOn = (clock: VirtualClock, interrupted: AbortSignal, home: string): Context => {
  const silent = { isTerminal: false, columns: 80, closed: false, fault: undefined, write: async () => undefined };
  const secrets = new Secrets();
  return {
    version: '0',
    env: {},
    platform: 'linux',
    cwd: '/',
    home,
    stdin: { isTerminal: false, bytes: async function* () {} },
    prompts: undefined,
    pager: undefined,
    every: () => () => undefined,
    keychain: async () => undefined,
    runCommand: async () => ({ out: '', messages: '', problem: undefined }),
    machine: async () => inspectMachine({ user: undefined, node: '22.0.0' }),
    stdout: silent,
    stderr: messagesOn(silent, { env: {}, clock, secrets }),
    clock,
    // A disk takes time, which is none on this clock.
    files: {
      ...createFiles('/', secrets),
      written: async () => ({ sync: async () => undefined, close: async () => undefined }),
    },
    randomHex: (bytes) => 'ab'.repeat(bytes),
    interrupted,
    secrets,
  };
};
