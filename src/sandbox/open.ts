import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../errors.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { Secrets } from '../text/redact.ts';
import type { FaultOptions } from './faults/options.ts';
import { RunningFaults } from './faults/run.ts';
import type { PeopleOptions } from './people/options.ts';
import type { Store, StoreRules } from './route.ts';
import { handlerOf } from './server.ts';
import { readCatalogue } from './storage/catalogue.ts';
import { commitsOf } from './storage/commit.ts';
import { openDatabase, storedToken } from './storage/database.ts';

interface SandboxOptions extends Partial<StoreRules> {
  /** A file path, or `:memory:`. Its directory exists. */
  readonly database: string;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** 0, any free port, when absent. */
  readonly port?: number;
  /** When absent: the one stored in the database, or else a new random one, which is then stored. */
  readonly token?: string | undefined;
  /**
   * A new database gets no products, customers, baskets or orders, and takes products of any category and image.
   */
  readonly empty?: boolean;
  /** People to add, with baskets and orders. The database must be new. */
  readonly people?: PeopleOptions | undefined;
  /** Faults to show; none when absent. */
  readonly faults?: FaultOptions | undefined;
  /** Who runs this process: a database of another user is refused. */
  readonly userId?: number | undefined;
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
  const faults = options.faults && new RunningFaults(options.faults);
  const store = storeOf(database, options, faults);
  const server = createServer(handlerOf({ token, secrets, store, faults, log: options.log }));
  const url = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    try {
      const closed = closeServer(server);
      faults?.end();
      await closed;
      await faults?.settled();
    } finally {
      database.close();
    }
  };
  return {
    url,
    token,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Returns the URL of the server. @throws CliError `usage` when the address or port is not available. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  const listening = once(server.listen(port, host), 'listening');
  await listening.catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EADDRINUSE' ? 'another program uses it' : cause.message;
    const hint = 'Choose another --port (0 takes a free one), or another --host.';
    throw new CliError('usage', `The sandbox cannot listen on ${host}, port ${port}: ${reason}.`, { hint, cause });
  });
  const bound = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}

/** Open requests may take this long to finish when the server closes. */
const graceMilliseconds = 5000;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    // Clients keep connections whose request is read or answered only now.
    const idle = setInterval(() => server.closeIdleConnections(), 10);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
  });
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
  hiddenFrom: () => faults?.hiddenFrom(),
  randomHex: options.randomHex,
  now: options.now,
});
