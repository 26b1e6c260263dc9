import type { Session } from '../../cli/session.ts';
import type { StoreAccess } from '../../cli/store.ts';
import type { Connection } from '../../client/connection.ts';
import type { NetworkRoute } from '../../client/dispatcher.ts';
import type { SocketTarget } from '../../client/network/sockets.ts';
import type { Page } from '../../client/pages.ts';
import type { Headers } from '../../client/reply/body.ts';
import type { FileFacts, Machine } from '../../context.ts';
import { CliError, type FailureKind } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SelectedStore } from '../../settings/store.ts';
import type { VariableValues } from '../../settings/variables.ts';

export const results = ['ok', 'warning', 'failed', 'skipped'] as const;
export type Result = (typeof results)[number];

type Details = Readonly<Record<string, unknown>>;

/** What a check found out: a sentence, and the next step where there is one. */
export interface Diagnosis {
  /** Where it is not that of the check. */
  readonly name?: string;
  readonly result: Result;
  readonly message: string;
  readonly hint?: string | undefined;
  /** With which failure another command would end. */
  readonly kind?: FailureKind;
  /** The same for programs, where there is more to say. */
  readonly details?: Details | undefined;
}

export const ok = (message: string, details?: Details): Diagnosis => ({ result: 'ok', message, details });

export const warning = (message: string, hint?: string, details?: Details): Diagnosis => ({
  result: 'warning',
  message,
  hint,
  details,
});

export const failed = ({ kind, message, hint }: CliError, details?: Details): Diagnosis => ({
  result: 'failed',
  kind,
  message,
  hint,
  details,
});

export const skipped = (message: string): Diagnosis => ({ result: 'skipped', message });

/** One check. A `CliError` that it throws means that it failed. */
export interface Check {
  readonly group: 'Machine' | 'Settings' | 'Files' | 'Network' | 'API' | 'Probe';
  readonly name: string;
  /** Checks that must succeed before this one. */
  readonly needs?: readonly string[];
  /** Takes time worth telling. */
  readonly isTimed?: true;
  readonly check: (
    examination: Examination,
  ) => Diagnosis | readonly Diagnosis[] | Promise<Diagnosis | readonly Diagnosis[]>;
}

/** What is checked, and what earlier checks found for later ones. */
export interface Examination {
  readonly session: Session;
  readonly machine: Machine;
  /** The files of settings, as they were before this command read them: reading fixes their permissions. */
  readonly privateFiles: readonly PrivateFile[];
  /** A path for people and tickets, with `~` for the home directory. */
  readonly path: (path: string) => string;
  /** Registers a function that closes something at the end. */
  readonly opened: (close: () => Promise<void>) => void;
  settings?: Settings;
  store?: SelectedStore;
  address?: StoreAccess;
  way?: Way;
  connection?: Connection;
  /** What came of the first request. */
  first?: Page<Product> | CliError;
  /** The headers of the first answer, and how many milliseconds it took to begin. */
  answer?: { readonly headers: Headers; readonly firstByte: number };
  /** The headers of the latest answer. */
  headers?: Headers;
  /** The largest page of products that was received. */
  sample?: Page<Product>;
  /** What `--probe` has found out so far, and the settings that follow from it. */
  probed?: Details;
  probedSettings?: VariableValues;
}

/** A file or directory that no other user may access. */
export interface PrivateFile {
  readonly name: string;
  readonly kind: 'file' | 'directory';
  readonly path: string;
  readonly facts: FileFacts | undefined;
}

/** How sockets reach the store. */
interface Way {
  readonly url: URL;
  readonly route: NetworkRoute;
  /** Where the first connection goes: to the proxy, where there is one. */
  readonly firstHop: SocketTarget;
}

/** A value that earlier checks found, of which `needs` makes sure. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A check runs before what it needs.');
  return value;
}

/** One line of the report. */
export interface ReportLine extends Diagnosis {
  readonly group: Check['group'];
  readonly name: string;
  readonly milliseconds?: number;
  /** Not checked, since another check failed. */
  readonly isBlocked?: true;
}

/** Makes the checks one after the other. */
export async function* examined(checks: readonly Check[], examination: Examination): AsyncGenerator<ReportLine> {
  const { stderr, env, interrupted } = examination.session.context;
  const showsStatus = stderr.isTerminal && env.TERM !== 'dumb';
  /** The checks without success, each with the failed one that is to blame. */
  const blame = new Map<string, string>();
  for (const check of checks) {
    const { group, name, needs = [] } = check;
    const culprit = needs.map((need) => blame.get(need)).find((need) => need !== undefined);
    if (culprit !== undefined) {
      blame.set(name, culprit);
      yield { ...skipped(`not checked: ${culprit} failed`), group, name, isBlocked: true };
      continue;
    }
    if (showsStatus) await stderr.status(`Checking ${name} …`);
    const lines = await linesOf(check, examination).finally(() => stderr.status(''));
    // What was interrupted has not failed.
    if (interrupted.aborted) throw new CliError('interrupted', 'Stopped.');
    if (lines.some(({ result }) => result === 'failed')) blame.set(name, name);
    yield* lines;
  }
}

async function linesOf(
  { group, name, isTimed, check }: Check,
  examination: Examination,
): Promise<readonly ReportLine[]> {
  const { clock } = examination.session.context;
  const start = clock.elapsed();
  const diagnoses = await (async () => check(examination))().catch((error: unknown) => {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    return failed(error);
  });
  const time = isTimed ? { milliseconds: Math.round(clock.elapsed() - start) } : {};
  return [diagnoses].flat().map((diagnosis) => ({ group, name, ...diagnosis, ...time }));
}
