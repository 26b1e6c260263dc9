import type { Connection } from '../client/connection.ts';
import type { Context, FileWriter, Prompts } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import type { Format } from '../output/formats.ts';
import { mannerOf, type ProgressDisplay, showProgress, type Work } from '../output/progress.ts';
import type { Target } from '../output/view.ts';
import type { RecordDefinition } from '../resources/record.ts';
import { type CommonOptions, readSettings, type Settings } from '../settings/settings.ts';
import { storeName } from '../settings/store.ts';
import { readsCommands, withoutCommands } from '../text/ci-commands.ts';
import { escapeText } from '../text/escape.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { selectFields } from './fields.ts';
import { createShowing, type Showing } from './showing.ts';
import { type WaitingLine, waitingLine } from './waiting.ts';

/** What one invocation of a command works with. */
export interface Session extends Showing {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  /** Where the result goes. */
  readonly target: Target;
  /** Connects to the selected store; starts the embedded one. */
  connect(options?: ConnectOptions): Promise<Connection>;
  /** Progress of a list on stderr, page by page. */
  progress(work: () => Work): ProgressDisplay;
  /** One line for a person, on stderr. Escape text of the store. */
  notice(text: string): Promise<void>;
  /** The terminal for questions; undefined without a terminal, in CI, with `--no-input` or a format for machines. */
  readonly prompts: Prompts | undefined;
  /** How questions and messages name the store: `shop.example`. @throws CliError `usage` where no store is selected. */
  readonly storeName: () => string;
  /** Whether `confirm` will ask. */
  readonly asksToConfirm: boolean;
  /**
   * Asks before something is deleted or ordered, unless `--yes` is given.
   * @throws Cancelled after a no; CliError `usage` without a terminal.
   */
  confirm(question: string, action?: keyof typeof actions): Promise<void>;
  /**
   * The closing line of a write, on stderr: `Created customer 104` becomes `✓ Created customer 104 on shop.example.`
   */
  done(text: string): Promise<void>;
  /** Frees what was opened: sockets, the embedded store, the output file, which is replaced only after a success. */
  close(succeeded: boolean): Promise<void>;
}

/** @throws CliError `usage` for invalid settings. */
export async function openSession(
  outside: Context,
  options: CommonOptions,
  result?: RecordDefinition,
): Promise<Session> {
  const opened: (() => Promise<void>)[] = [];
  const context = { ...outside, every: endedBy(opened, outside) };
  const settings = await readSettings(options, context);
  if (options.curl && options.maskPii) {
    throw new CliError('usage', 'Use either --curl or --mask-pii, not both: the curl command needs the real data.', {
      field: '--mask-pii',
    });
  }
  // An unknown field is an error before anything is sent.
  const selection = selectFields(options.fields, result);
  const file = isStdout(options.outputFile) ? undefined : await context.files.create(options.outputFile);
  const target = targetOf(context, settings, options, file);
  const mask = options.maskPii ? (await import('../resources/personal.ts')).withoutPersonal : undefined;
  const format: Format = options.quiet ? 'ids' : settings.output;
  const prompts = promptsOf(context, settings, options);
  const waiting = waitingLine(context);
  return {
    context,
    settings,
    options,
    target,
    prompts,
    connect: (connectOptions = {}) =>
      connect(
        {
          context,
          settings,
          options,
          write: target.write,
          mask: mask && ((body) => mask({}, body)),
          waitingLine: waiting,
          opened: (close) => opened.push(close),
        },
        connectOptions,
      ),
    ...createShowing({ format, formatNamed: settings.outputNamed, selection, all: options.allFields, target, mask }),
    progress: (work) => progressOf(context, mannerOf(context, { printsRows: !file }), work, waiting),
    notice: (text) => context.stderr.write(`${text}\n`),
    ...confirmations({ context, settings, options, prompts }),
    async close(succeeded) {
      if (succeeded) await warnOfMissingFields(context, selection.missing());
      for (const close of opened.splice(0).reverse()) await close();
      await (succeeded ? file?.close() : file?.discard());
    },
  };
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

/** While there is a progress bar, there is no waiting line. */
function progressOf(
  context: Context,
  manner: ReturnType<typeof mannerOf>,
  work: () => Work,
  waiting: WaitingLine,
): ProgressDisplay {
  const display = showProgress(context, manner, work);
  if (manner !== 'bar') return display;
  const show = waiting.hide();
  return { show: display.show, end: () => display.end().finally(show) };
}

const isStdout = (path: string | undefined): path is undefined | '-' => path === undefined || path === '-';

/** A field that no record has is probably misspelled. A script would not notice its empty column. */
async function warnOfMissingFields({ stderr }: Context, paths: readonly string[]): Promise<void> {
  if (paths.length > 0)
    await stderr.write(
      `Warning: no result has the field ${paths.map((path) => `"${escapeText(path)}"`).join(', ')} (--fields).\n`,
    );
}

function targetOf(
  { stdout, env }: Context,
  settings: Settings,
  { quiet }: CommonOptions,
  file: FileWriter | undefined,
): Target {
  if (file) return { write: (text) => file.write(text), width: undefined, color: false };
  // In the other formats, a changed text would be another value.
  const isSafe = !quiet && ['table', 'json', 'ndjson'].includes(settings.output);
  return {
    write: (text) => stdout.write(isSafe && readsCommands(env) ? withoutCommands(text) : text),
    width: stdout.isTerminal ? stdout.columns : undefined,
    color: settings.color,
  };
}

function promptsOf({ prompts }: Context, { output, color }: Settings, { input }: CommonOptions): Prompts | undefined {
  return prompts && input !== false && output === 'table' ? { ...prompts, color } : undefined;
}

/** What `confirm` asks about, with its past participle for the message after a no. */
const actions = { delete: 'deleted', order: 'ordered' } as const;

type Confirmations = Pick<Session, 'storeName' | 'asksToConfirm' | 'confirm' | 'done'>;

function confirmations({
  context,
  settings,
  options: { yes, dryRun, curl, quiet },
  prompts,
}: Pick<Session, 'context' | 'settings' | 'options' | 'prompts'>): Confirmations {
  const name = (): string => storeName(settings.store());
  // A request that is only shown needs no confirmation.
  const isConfirmed = Boolean(yes || dryRun || curl);
  return {
    storeName: name,
    asksToConfirm: prompts !== undefined && !isConfirmed,
    async confirm(question, action = 'delete') {
      if (isConfirmed) return;
      if (!prompts) {
        throw new CliError('usage', `Refusing to ${action} without confirmation.`, {
          field: '--yes',
          hint: 'Pass --yes.',
        });
      }
      const { askYesNo } = await import('../input/prompts/prompts.ts');
      if (!(await askYesNo(prompts, question))) throw new Cancelled(`Cancelled. Nothing was ${actions[action]}.`);
    },
    async done(text) {
      if (!quiet) await context.stderr.write(`${escapeText(`✓ ${text} on ${name()}.`)}\n`);
    },
  };
}
