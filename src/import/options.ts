import type { Connection } from '../client/connection.ts';
import type { Noun } from '../client/endpoints/noun.ts';
import type { Context, LogEvent } from '../context.ts';
import type { Format } from '../output/formats.ts';
import type { ProgressDisplay, Work } from '../output/progress.ts';
import type { Target } from '../output/view.ts';
import type { CatalogueOptions } from './map/catalogue.ts';
import type { KeySecret, SendableRow } from './map/rows/key.ts';
import type { ImportPlan, PlanOptions } from './plan/plan.ts';
import type { Shard } from './rows/shard.ts';

/** What the check of a file found of its columns, and whether the file can be used. */
export interface CheckedReading {
  /** Field → heading, as `--map` would state what is read. */
  readonly map: Readonly<Record<string, string>>;
  readonly isRefused: boolean;
}

/** The options of one import of one file into one store, and its context. */
/** What a person is asked about. */
interface RowsToSend {
  readonly rows: number;
  readonly free: number;
}

export interface ImportOptions {
  /** What the rows of the file are. */
  readonly noun: Noun;
  /** With what its keys are hashed, where they are about people. */
  readonly secret?: KeySecret | undefined;
  /** The file, or `-` for standard input. */
  readonly path: string;
  readonly catalogue: CatalogueOptions;
  /** Whether invalid rows are skipped and the others sent. */
  readonly skipInvalid: boolean;
  /** Whether a warning before anything is sent refuses the import, and a later one makes it incomplete. */
  readonly failOnWarnings: boolean;
  /** How many rows the file must have. */
  readonly expectRows: number | undefined;
  /** What to do with a row whose key exists in the store. */
  readonly onExisting: 'skip' | 'fail';
  /** Sends only the rows of this shard. */
  readonly shard: Shard | undefined;
  /** Replaces an unfinished import of the same file instead of continuing it. */
  readonly restart: boolean;
  /** Looks every row up, also those that are as they were in the previous import of the feed. */
  readonly full: boolean;
  readonly dryRun: boolean;
  /**
   * For reports and plans: when the command began, and its options as they would be typed; and of those that were typed, the
   * options that another command needs to read the file in the same way.
   */
  readonly invocation: {
    readonly startedAt: Date;
    readonly options: readonly string[];
    readonly reading: readonly string[];
  };
  /** The plan that is applied: only its rows are sent. */
  readonly plan?: ImportPlan | undefined;
  /** Saves a plan after a dry run. */
  readonly savePlan?: PlanSaving | undefined;
  readonly pace: PaceOptions;
  /** The import stops after more rejected rows than this; undefined for no limit. */
  readonly maxErrors: number | undefined;
  /** Whether every row is looked up again at the end. */
  readonly verifyAll: boolean;
  readonly files: ImportFiles;
  /** The file of `--options`. */
  readonly optionsFile?: string | undefined;
  /** Whether a person is asked for what the file leaves open: then it is thrown before faults are listed. */
  readonly asksChoices?: boolean | undefined;
  /** Called once every row is checked and its faults are listed, before anything is sent. */
  readonly onChecked?: ((checked: CheckedReading) => Promise<void>) | undefined;
  readonly context: Context;
  readonly settings: {
    readonly output: Format;
    readonly language: string | undefined;
    readonly taxField: Connection['taxField'];
    /** Whether a store is configured; a dry run needs none. */
    readonly storeNamed: boolean;
  };
  readonly target: Target;
  /** Errors and warnings. @param event what a JSON log has in its place; empty text is for a JSON log alone */
  readonly notice: (text: string, event?: LogEvent) => Promise<void>;
  /** Warns of what the store is like; reports repeat it. @param text a sentence that continues `Warning: ` */
  readonly warn: (text: string) => Promise<void>;
  /** What `warn` has said so far. */
  readonly warnings: readonly string[];
  /** Information that `--quiet` hides, like the progress display. */
  readonly hint: (text: string, event?: LogEvent) => Promise<void>;
  /** A hint that says what to do next. */
  readonly advise: (step: string) => Promise<void>;
  /** Shows how far the work is; nothing with `--quiet`. */
  readonly progress: (work: () => Work) => ProgressDisplay;
  /** What only `--verbose` shows. */
  readonly detail: (text: string) => Promise<void>;
  readonly quiet: boolean;
  /** How texts name the store. */
  readonly store: {
    readonly storeName: () => string;
    /** The same for programs. */
    readonly storeValue: () => string;
    readonly storeLabel: () => string;
    /** The path of a file that was written, escaped; a link to it where the terminal shows links. */
    readonly writtenFile: (path: string) => string;
  };
  /**
   * Asks a person whether rows are sent, or for the name of a production store.
   * @param toSend how many rows at most, and how many of these are sold for 0.00 @param isAgreed whether they have agreed before
   * @throws CliError `interrupted` after Ctrl-C; Cancelled
   */
  readonly confirmWrites: (toSend: RowsToSend, isAgreed: boolean) => Promise<void>;
  /** Where the API does not list the noun: what else tells who exists. */
  readonly remembered?: ((connection: Connection) => Promise<Remembered | undefined>) | undefined;
  readonly connect: (options: { readonly connections: number; readonly signal: AbortSignal }) => Promise<Connection>;
}

/** Whom this machine remembers of a store, from searches. */
export interface Remembered {
  /** The IDs of those who may be this one. */
  readonly idsOf: (stated: SendableRow['stated']) => readonly string[];
  readonly close: () => void;
}

/**
 * Whether the previous import of the same feed says which rows exist. Starting over, `--on-existing fail` and plans
 * need to know what exists now.
 */
export const recallsPrevious = ({ full, restart, onExisting, plan }: ImportOptions): boolean =>
  !full && !restart && onExisting === 'skip' && plan === undefined;

/** A plan to save. */
export interface PlanSaving {
  readonly file: string;
  /** How long it may be applied, in milliseconds. */
  readonly validFor: number;
  /** The identity of the store. */
  readonly store: string;
  /** The options that change what is sent, as they would be typed. */
  readonly options: PlanOptions;
}

/** Times are in milliseconds. */
interface PaceOptions {
  /** Highest number of requests at a time. */
  readonly concurrency: number;
  /** Highest number of requests per second. */
  readonly rate: number | undefined;
  /** Lower bound of the settle time. */
  readonly settle: number;
  /** Longest wait that the store may ask for. */
  readonly maxWait: number;
  /** How long to wait for another import into the store to end. */
  readonly waitLock: number;
}

/** The files that an import writes, by the options that name them. A dry run without a store has no journal. */
type ImportFiles = Readonly<
  Partial<
    Record<
      'journal' | 'rejected' | 'results' | 'report' | 'report-html' | 'report-junit' | 'save-plan' | 'save-options',
      string | undefined
    >
  >
>;
