import type { Connection } from '../client/connection.ts';
import type { Context, Pager, Prompts } from '../context.ts';
import { CliError } from '../errors.ts';
import { defaultFormat, type FileFormat } from '../output/formats.ts';
import { type ProgressDisplay, progressMode, showProgress, type Work } from '../output/progress.ts';
import type { Target } from '../output/view.ts';
import { wrap } from '../output/width.ts';
import type { RecordDefinition } from '../resources/record.ts';
import { type CommonOptions, outputSettings, readSettings, type Settings, usesColor } from '../settings/settings.ts';
import { agentIn } from '../settings/variables.ts';
import { escapeText } from '../text/escape.ts';
import { paints } from '../text/paint.ts';
import type { ConnectOptions, Observers } from './connect.ts';
import { selectFields } from './field-selection.ts';
import type { Invocation } from './options.ts';
import { closeFile, createFile } from './result-file.ts';
import { resultTarget } from './result-target.ts';
import { createShowing, type Showing } from './showing.ts';
import { productionLabel, type StoreTexts, storeTexts } from './store-texts.ts';
import { type WaitingLine, waitingLine } from './waiting-line.ts';
import { type Confirmations, confirmations, type WriteProtection, writeProtection } from './write-protection.ts';

/** What one invocation of a command works with. */
export interface Session extends Invocation, Showing, Confirmations, StoreTexts {
  /** Where the result goes. */
  readonly target: Target;
  /** Connects to the selected store; starts the embedded one. What asks no store does not load undici, TLS and HTTP/2. */
  connect(options?: ConnectOptions): Promise<Connection>;
  /** Progress on stderr; none with `--quiet`. @param printsRows false if no rows are printed yet */
  progress(work: () => Work, printsRows?: boolean): ProgressDisplay;
  /** The terminal for questions; undefined without a terminal, in CI, with `--no-input`, or a format or log for machines. */
  readonly prompts: Prompts | undefined;
  /** Keeps writes from stores that are read-only or production. */
  readonly protection: WriteProtection;
  /** Frees what was opened: sockets, the embedded store, the output file, which is replaced only after a success. */
  close(succeeded: boolean): Promise<void>;
}

interface CommandTraits {
  readonly result?: RecordDefinition | undefined;
  /** Whether it may print people though `result` does not say so. */
  readonly isOfPeople?: boolean | undefined;
  readonly isWrite: boolean;
  /** Whether standard input is read, so that no write can be confirmed there. */
  readonly readsInput: boolean;
  /** Whether IDs are printed in place of records, whatever format a variable or a profile sets. */
  readonly printsIds?: boolean | undefined;
  /** What the ending of `--output-file` says the format is, where no option does. */
  readonly fileFormat?: FileFormat | undefined;
  readonly observers?: Observers | undefined;
  /** Whether the command finds out itself what the settings are, apart from how to print. */
  readonly isDiagnosis?: boolean | undefined;
}

/** @throws CliError `usage` for invalid settings. */
export async function openSession(
  outside: Context,
  options: CommonOptions,
  { result, isOfPeople = false, isWrite, readsInput, isDiagnosis, fileFormat, printsIds, observers }: CommandTraits,
): Promise<Session> {
  const opened: (() => Promise<void>)[] = [];
  const context = { ...outside, every: endedBy(opened, outside), stdin: announced(outside) };
  // Before the settings: reading them may already warn.
  context.stderr.paintWarnings(paints(usesColor(options.color, context.env, context.stderr)).warning);
  const settings = await settingsOf(context, options, { isDiagnosis, fileFormat, printsIds });
  applyFormats(context, settings, options);
  // An unknown field is an error before anything is sent.
  const selection = selectFields(options.fields, result);
  const file = await createFile(context, options, isOfPeople || result?.isOfPeople === true);
  const target = resultTarget(context, settings, options, file);
  const mask = options.maskPii ? (await import('../resources/personal.ts')).withoutPersonal : undefined;
  const prompts = promptsOf(context, settings, options);
  const waiting = waitingLine(context);
  const invocation = { context, settings, options };
  const answers = readsInput ? undefined : prompts;
  const protection = writeProtection(invocation, answers);
  const connecting = {
    ...invocation,
    ...observers,
    write: target.write,
    mask: mask && ((body: Readonly<Record<string, unknown>>) => mask({}, body)),
    waitingLine: waiting,
    protection,
    prompts: answers,
    opened: (close: () => Promise<void>) => void opened.push(close),
  };
  const texts = storeTexts(invocation, target);
  return {
    ...invocation,
    target,
    prompts,
    protection,
    connect: async (connectOptions = {}) => (await import('./connect.ts')).connect(connecting, connectOptions),
    ...createShowing({ ...invocation, selection, isRead: !isWrite, target, mask, pager: pagerOf(invocation, opened) }),
    progress: (work, printsRows = !file) => progressOf({ ...invocation, ...texts }, waiting, work, printsRows),
    ...texts,
    ...confirmations(options, prompts),
    async close(succeeded) {
      if (succeeded) await warnOfMissingFields(context, selection.missing());
      for (const close of opened.splice(0).reverse()) await close();
      await (succeeded ? closeFile(file, invocation, { records: selection.printed(), fileFormat }) : file?.discard());
    },
  };
}

async function settingsOf(
  context: Context,
  options: CommonOptions,
  { isDiagnosis, fileFormat, printsIds }: Pick<CommandTraits, 'isDiagnosis' | 'fileFormat' | 'printsIds'>,
): Promise<Settings> {
  const stated = isDiagnosis ? outputSettings(options, context) : await readSettings(options, context);
  if (printsIds) return { ...stated, output: defaultFormat, outputNamed: false };
  return fileFormat ? { ...stated, output: fileFormat, outputNamed: true } : stated;
}

function applyFormats({ stderr }: Context, { logFormat }: Settings, { curl, maskPii }: CommonOptions): void {
  stderr.logAs(logFormat);
  if (!curl || !maskPii) return;
  throw new CliError('usage', 'Use either --curl or --mask-pii, not both: the curl command needs the real data.', {
    field: '--mask-pii',
  });
}

/** Timers end with the session, and the status line is cleared: a failure may leave both. */
function endedBy(opened: (() => Promise<void>)[], { every, stderr }: Context): Context['every'] {
  return (milliseconds, tick) => {
    const stop = every(milliseconds, tick);
    opened.push(async () => {
      stop();
      await stderr.status('');
    });
    return stop;
  };
}

/** Standard input, which says that it is read where that is the terminal: a person would think that nothing happens. */
function announced({ stdin, stderr, platform }: Context): Context['stdin'] {
  const end = platform === 'win32' ? 'Enter, Ctrl-Z and Enter' : 'Enter and Ctrl-D';
  const text = `Waiting for input: type or paste it here, then press ${end}. To cancel, press Ctrl-C.\n`;
  return {
    ...stdin,
    async *bytes() {
      if (stdin.isTerminal) await stderr.announce(text);
      yield* stdin.bytes();
    },
  };
}

/** From the first progress bar on, there is no waiting line. */
function progressOf(
  { context, options, paintStore }: Invocation & StoreTexts,
  waiting: WaitingLine,
  work: () => Work,
  printsRows: boolean,
): ProgressDisplay {
  const mode = progressMode(context, { printsRows, quiet: options.quiet });
  let showAgain: (() => void) | undefined;
  const display = showProgress(context, mode, work, (line) => {
    showAgain ??= waiting.hide();
    return paintStore(line);
  });
  return { show: display.show, end: () => display.end().finally(showAgain) };
}

/** A field that no record has is probably misspelled. A script would not notice its empty column. */
async function warnOfMissingFields({ stderr }: Context, paths: readonly string[]): Promise<void> {
  if (paths.length > 0)
    await stderr.write(
      `Warning: no result has the field ${paths.map((path) => `"${escapeText(path)}"`).join(', ')} (--fields).\n`,
    );
}

function promptsOf({ prompts }: Context, settings: Settings, { input }: CommonOptions): Prompts | undefined {
  const { output, logFormat, color } = settings;
  return prompts && input !== false && output === 'table' && logFormat === 'text'
    ? { ...prompts, color, alert: productionLabel(settings), wrap }
    : undefined;
}

/** The pager, for people alone: messages wait until they have left it. It ends with the session. */
function pagerOf({ context, settings, options }: Invocation, opened: (() => Promise<void>)[]): Pager | undefined {
  const { pager, stderr, env } = context;
  if (!pager || options.pager === false || settings.logFormat === 'json' || agentIn(env)) return undefined;
  const end = async (): Promise<void> => {
    await pager.end();
    for (const text of stderr.release()) await stderr.write(text);
  };
  opened.push(end);
  return {
    async begin() {
      await stderr.status('');
      stderr.hold('all');
      await pager.begin();
    },
    end,
  };
}
