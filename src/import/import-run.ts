import type { Connection } from '../client/connection.ts';
import type { Context } from '../context.ts';
import type { Format } from '../output/formats.ts';
import type { Target } from '../output/view.ts';
import type { Shard } from './check/rows.ts';
import type { CatalogueOptions } from './read/catalogue.ts';

/** One import of one file into one store. */
export interface Import {
  /** The file, or `-` for standard input. */
  readonly path: string;
  readonly catalogue: CatalogueOptions;
  /** Whether faulty rows are left out, and the others sent. */
  readonly skipInvalid: boolean;
  /** How many rows the file must have. */
  readonly expectRows: number | undefined;
  /** What a row is whose key the store has already. */
  readonly onExisting: 'skip' | 'fail';
  /** Only the rows of this part of the file. */
  readonly shard: Shard | undefined;
  /** Sets an unfinished run of the same file aside, and begins anew. */
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly pace: Pace;
  /** Rejected rows after which the import stops; undefined for as many as come. */
  readonly maxErrors: number | undefined;
  /** Whether every row is looked up once more at the end. */
  readonly verifyAll: boolean;
  readonly files: ImportFiles;
  readonly context: Context;
  readonly settings: {
    readonly output: Format;
    readonly language: string | undefined;
    readonly taxField: Connection['taxField'];
    readonly storeNamed: boolean;
  };
  readonly target: Target;
  readonly notice: (text: string) => Promise<void>;
  readonly connect: (options: { readonly connections: number; readonly signal: AbortSignal }) => Promise<Connection>;
}

/** Times are in milliseconds. */
interface Pace {
  /** Requests at a time, at most. */
  readonly concurrency: number;
  /** Requests a second, at most. */
  readonly rate: number | undefined;
  /** How long the store may take until it shows what it was sent. */
  readonly settle: number;
  /** How long a store may ask to wait. */
  readonly maxWait: number;
  /** How long to wait for another import into the store to end. */
  readonly waitLock: number;
}

/** Where an import writes, where it is not the usual place. */
interface ImportFiles {
  readonly journal: string | undefined;
  /** The rows that did not get in. */
  readonly rejected: string | undefined;
  /** What became of every row. */
  readonly results: string | undefined;
  /** Everything about the run, as JSON. */
  readonly report: string | undefined;
}
