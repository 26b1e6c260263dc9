import type { Connection } from '../client/connection.ts';
import type { Context } from '../context.ts';
import type { CatalogueOptions } from '../input/csv/catalogue.ts';
import type { Format, Target } from '../output/formats.ts';

/** One import of one file into one store. */
export interface Import {
  /** The file, or `-` for standard input. */
  readonly path: string;
  readonly catalogue: CatalogueOptions;
  /** Rows sent at a time. */
  readonly concurrency: number;
  /** Where the rows that did not get in are written. */
  readonly rejected: string | undefined;
  readonly dryRun: boolean;
  /** What a row is whose key the store has already. */
  readonly onExisting: 'skip' | 'fail';
  /** Milliseconds after which the store shows what it was sent. */
  readonly settle: number;
  /** The journal's file, where it is not the usual one. */
  readonly journal: string | undefined;
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
