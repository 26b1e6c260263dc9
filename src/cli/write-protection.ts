import type { Context, Prompts } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import type { CommonOptions } from '../settings/settings.ts';
import {
  isNameOf,
  isProduction,
  markedBy,
  type ReadOnlySource,
  type SelectedStore,
  storeName,
} from '../settings/store.ts';
import { agentIn } from '../settings/variables.ts';
import { shellWord } from '../text/escape.ts';
import { storeSubject } from '../text/words.ts';
import type { Invocation } from './options.ts';

/** What keeps a command from writing to a store that is read-only, or to production by accident. */
export interface WriteProtection {
  /** Refuses a store that `--confirm-store` does not name. @throws CliError `usage` */
  checkName(): void;
  /**
   * Refuses a write that no answer could allow, before anything is asked, read or sent. A request that is only shown
   * (`--dry-run`, `--curl`) is allowed.
   * @throws CliError `usage`
   */
  check(): void;
  /**
   * The same as `check`; then asks at a terminal for the name of a production store, once per command.
   * @param purpose what happens then: `send up to 12 rows`
   */
  confirm(purpose?: string): Promise<void>;
}

/** The protection of the selected store, for one command. @param prompts the terminal to ask at */
export function writeProtection(
  { context: { env }, settings, options }: Invocation,
  prompts: Prompts | undefined,
): WriteProtection {
  const { confirmStore, dryRun, curl, yes } = options;
  const isOnlyShown = Boolean(dryRun || curl);
  let confirmed: Promise<void> | undefined;
  // A write that is only shown needs no store.
  const selected = (): SelectedStore | undefined => (dryRun && !settings.storeNamed ? undefined : settings.store());
  const checkName = (): void => {
    const store = selected();
    if (confirmStore !== undefined && store && !isNameOf(confirmStore, store)) throw otherStore(confirmStore, store);
  };
  const needsName = (): boolean => {
    const store = selected();
    return store !== undefined && isProduction(store) && confirmStore === undefined;
  };
  const check = (): void => {
    checkName();
    if (isOnlyShown) return;
    if (settings.readOnlyBy.length > 0) throw readOnlyRefusal(storeName(settings.store()), settings.readOnlyBy);
    const refusal = refusalFor(selected(), env, Boolean(yes));
    if (refusal) throw refusal;
    if (needsName() && !prompts) throw unconfirmed(settings.store());
  };
  return {
    checkName,
    check,
    async confirm(purpose = 'continue') {
      check();
      if (isOnlyShown || !needsName() || !prompts) return;
      confirmed ??= askForName(prompts, settings.store(), purpose);
      await confirmed;
    },
  };
}

/** What forbids the person or program that runs the command a write to a real store. */
function refusalFor(store: SelectedStore | undefined, env: Context['env'], isAgreed: boolean): CliError | undefined {
  if (store?.kind !== 'remote') return undefined;
  const agent = isAgreed ? undefined : agentIn(env);
  if (agent !== undefined) return agentRefusal(agent, storeName(store));
  return env.CI && store.source === 'current profile' ? unnamedRefusal(store) : undefined;
}

/** Asks until the answer is right, as `gh repo delete` does. @throws CliError `interrupted` on Ctrl-C */
async function askForName(prompts: Prompts, store: SelectedStore, purpose: string): Promise<void> {
  const { askText } = await import('../input/prompts/prompts.ts');
  const name = storeName(store);
  await askText(
    { ...prompts, alert: 'production store' },
    {
      message: `This is a production store. Type ${name} to ${purpose}:`,
      fault: (typed) => (isNameOf(typed, store) ? undefined : `That is not ${name}. To cancel, press Ctrl-C.`),
      isClearedByFault: true,
    },
  );
}

const otherStore = (name: string, store: SelectedStore): CliError =>
  new CliError('usage', `--confirm-store is ${name}, but the store is ${storeName(store)} (${store.source}).`, {
    field: '--confirm-store',
    hint: 'Nothing was sent. Select the store with --store or --profile, or correct --confirm-store.',
  });

function unconfirmed(store: SelectedStore): CliError {
  const name = storeName(store);
  const [marking] = markedBy(store);
  const mark = marking ? ` (the profile ${marking.name} marks ${marking.url})` : '';
  return new CliError('usage', `Refusing to write to the production store ${name}${mark} without confirmation.`, {
    field: '--confirm-store',
    hint: `Pass --confirm-store ${shellWord(name)}.`,
  });
}

const agentRefusal = (variable: string, store: string): CliError =>
  new CliError('usage', `Refusing to write to ${store} for an agent (${variable} is set). Nothing was sent.`, {
    field: '--yes',
    hint: "Show a person what would be sent with --dry-run, and pass --yes when they agree. For an import: --save-plan, then 'imports apply --yes'.",
  });

/** The current profile is a choice of the last person at this machine, not of the job. */
const unnamedRefusal = (store: SelectedStore): CliError =>
  new CliError(
    'usage',
    `Refusing to write to ${storeName(store)} in CI (CI is set): only the current profile selects this store. Nothing was sent.`,
    { field: '--store', hint: 'Select the store: set SHOP_URL or SHOP_PROFILE, or pass --store or --profile.' },
  );

/** Names every source: a person who changes one of them would meet the next. */
function readOnlyRefusal(store: string, sources: readonly ReadOnlySource[]): CliError {
  const marks = sources.map(readOnlyMark);
  const names = marks.flatMap(({ name }) => name ?? []);
  const faults = marks.flatMap(({ fault }) => fault ?? []);
  const reason =
    names.length > 0
      ? `${storeSubject(store)} is read-only (${names.join(', ')}).`
      : `Refusing to write to ${store}, which may be read-only or production.`;
  const remedies = [...new Set(marks.map(({ remedy }) => remedy))].join(', and ');
  return new CliError('usage', [reason, ...faults, 'Nothing was sent.'].join(' '), {
    field: typeof sources[0] === 'object' ? 'readOnly' : 'SHOP_READ_ONLY',
    // A command at the end can be pasted.
    hint: `To allow writes, ${remedies}${remedies.endsWith('--forget') ? '' : '.'}`,
  });
}

interface ReadOnlyMark {
  readonly name?: string;
  /** Why a source cannot be read. */
  readonly fault?: string;
  /** What to change. */
  readonly remedy: string;
}

function readOnlyMark(source: ReadOnlySource): ReadOnlyMark {
  if (source === 'the environment') return { name: `SHOP_READ_ONLY in ${source}`, remedy: 'unset SHOP_READ_ONLY' };
  if (source === '.env') return { name: 'SHOP_READ_ONLY in .env', remedy: 'remove SHOP_READ_ONLY from .env' };
  if ('fault' in source) return source;
  const name = `the profile ${source.profile}`;
  const remedy = source.isMarked
    ? `remove this profile and log in again: shop-cli auth logout ${source.profile} --forget`
    : `remove SHOP_READ_ONLY from the settings of ${name}`;
  return { name, remedy };
}

/** What `confirm` asks about, with its past participle for the message after a no. */
const actions = { delete: 'deleted', create: 'created', update: 'updated' } as const;

/** What a person confirms before a write. */
export interface Confirmations {
  /** Whether `confirm` will ask. */
  readonly asksToConfirm: boolean;
  /**
   * Asks before something is deleted, created or updated, unless `--yes` is given. Enter alone means no.
   * @throws Cancelled after a no; CliError `usage` without a terminal.
   */
  confirm(question: string, action?: keyof typeof actions): Promise<void>;
}

/** The confirmations of one command. @param prompts the terminal to ask at */
export function confirmations({ yes, dryRun, curl }: CommonOptions, prompts: Prompts | undefined): Confirmations {
  // A request that is only shown needs no confirmation.
  const isConfirmed = Boolean(yes || dryRun || curl);
  return {
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
  };
}
