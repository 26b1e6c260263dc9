import type { Sqlite } from '../system/sqlite.ts';
import { Secrets } from '../text/redact.ts';
import type { FaultOptions } from './faults/options.ts';
import { type RunningFaults, startFaults } from './faults/run.ts';
import type { Store, StoreRules } from './route.ts';
import { listen } from './server.ts';
import { readCatalogue } from './storage/catalogue.ts';
import { commitsOf } from './storage/commit.ts';
import { openDatabase, storedToken } from './storage/database.ts';

interface SandboxOptions extends Partial<StoreRules> {
  /** A file path, or `:memory:`. Its directory exists. */
  readonly database: string;
  /** Whether nobody else can have written it: else all of it is checked. */
  readonly isOwn?: boolean;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** 0, any free port, when absent. */
  readonly port?: number;
  /** When absent: the one stored in the database, or else a new random one, which is then stored. */
  readonly token?: string;
  /**
   * A new database gets what the API cannot create (categories, manufacturers), but no products, customers, baskets or
   * orders.
   */
  readonly empty?: boolean;
  /** Faults to show; none when absent. */
  readonly faults?: FaultOptions;
  readonly randomHex: (bytes: number) => string;
  readonly now: () => Date;
  /** Gets one line per request, and one per fault of the sandbox itself; safe to print. */
  readonly log?: (line: string) => void;
}

export interface Sandbox {
  /** The base URL, without `/api/v2`: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly token: string;
  /**
   * Stops accepting requests, lets open ones finish (at most 5 s), then closes the database. A second call waits for
   * the first.
   */
  close(): Promise<void>;
}

/**
 * Opens the embedded store: an HTTP server with a SQLite database behind it.
 * @throws CliError `usage` for a busy or forbidden port, or a database that cannot be used.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = await openDatabase({ ...options, path: options.database, empty: options.empty ?? false });
  try {
    return await serve(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function serve(database: Sqlite, options: SandboxOptions): Promise<Sandbox> {
  const token = options.token ?? storedToken(database, () => options.randomHex(tokenBytes));
  const secrets = new Secrets();
  secrets.add(token);
  const faults = options.faults && startFaults(options.faults);
  const server = await listen({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    token,
    secrets,
    store: storeOf(database, options, faults),
    faults,
    log: options.log,
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    try {
      const closed = server.close();
      faults?.end();
      await closed;
      await faults?.settled();
    } finally {
      database.close();
    }
  };
  return {
    url: server.url,
    token,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const tokenBytes = 24;

const storeOf = (database: Sqlite, options: SandboxOptions, faults: RunningFaults | undefined): Store => ({
  database,
  catalogue: readCatalogue(database),
  commit: commitsOf(database),
  uniqueSku: options.uniqueSku ?? false,
  require: options.require ?? [],
  postcodeAddon: options.postcodeAddon ?? false,
  customerGroups: options.customerGroups ?? false,
  hiddenFrom: faults?.hiddenFrom ?? (() => undefined),
  randomHex: options.randomHex,
  now: options.now,
});
