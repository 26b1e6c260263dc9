import { type Command, CommanderError } from 'commander';
import { missingArgument, withOption } from './cli/arguments.ts';
import { CheckedCommand } from './cli/checked-command.ts';
import {
  formatHelp,
  globalOptionItems,
  globalOptionsLine,
  glossary,
  pageWidth,
  showEveryOption,
} from './cli/help/help.ts';
import { addCommonOptions, commandLineOptions, firstFormats } from './cli/options.ts';
import { reportError } from './cli/report-error.ts';
import { addTree, type LoadCommand, type RunState } from './cli/tree.ts';
import { unknownCommand, withHelp, wrongUsage } from './cli/wrong-usage.ts';
import { tree } from './commands/index.ts';
import type { Context, Output } from './context.ts';
import { CliError, exitCodes, exitCodeTexts, type FailureKind } from './errors.ts';
import { peopleIndexFile } from './settings/directories.ts';
import { keepSecret } from './settings/token.ts';
import { hideTokenFile } from './settings/token-file.ts';
import { agentAdvice, commonVariables, variables } from './settings/variables.ts';
import { cut } from './text/words.ts';

/**
 * Runs one command line (without `node` and the script). Returns the exit code; every failure has been reported on
 * stderr.
 */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  keepSecret(context.env.SHOP_TOKEN ?? '', context.secrets);
  await hideTokenFile(context.env.SHOP_TOKEN_FILE, context);
  const formats = firstFormats(argv, context.env);
  if (formats.log === 'json') context.stderr.logAs('json');
  const { isJson } = formats;
  if (isJson && !formats.isVerbose) context.stderr.hold();
  const state: RunState = { code: 0, afterRun: renewIndex };
  const { program } = createProgram(context, state);
  try {
    refuseBrokenText(argv);
    await program.parseAsync([...argv], { from: 'user' });
    return await afterOutput(state, context, isJson);
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help'))
      return await afterOutput({ code: 0 }, context, isJson);
    const { command = program } = state;
    const options = { ...commandLineOptions(command), isJson };
    return await reportError(asCliError(error, command), context, options, tellerOf(command, context));
  }
}

/** Tells a CI job of a failed import or comparison: reports, annotations and the summary say why. */
function tellerOf(command: Command, context: Context): ((failure: CliError) => Promise<void>) | undefined {
  const { options, args, parent } = command;
  const isOfFile = options.some(({ long }) => long === '--report-junit' || long === '--worklist');
  if (!isOfFile) return undefined;
  const failed = { raw: commandLineOptions(command), path: args[0], noun: parent?.name() ?? '' };
  return async (failure) =>
    (await import('./commands/shared/import/failed-job.ts')).tellFailedJob(failure, context, failed, tree);
}

/** Loaded only where customers were changed, or people were read of a store that has an index. */
const renewIndex: NonNullable<RunState['afterRun']> = async (session, writes, shown) => {
  const { files } = session.context;
  const hasIndex = (storeId: string): boolean => files.fileId(peopleIndexFile(storeId, session.context)) !== undefined;
  const known = new Map([...shown.people].filter(([storeId]) => hasIndex(storeId)));
  if (writes.people().size > 0)
    await (await import('./commands/customers/index-place.ts')).noteChangedPeople(session, writes.people());
  if (known.size > 0)
    await (await import('./commands/customers/learned-people.ts')).learnPeople(session, known, shown.since);
};

/**
 * Node replaces what is not UTF-8, as a terminal or a script in Latin-1 writes it, without an error: another name would be
 * sent. @throws CliError `usage`
 */
function refuseBrokenText(argv: readonly string[]): void {
  const broken = argv.find((text) => text.includes('\ufffd'));
  if (broken === undefined) return;
  throw new CliError('usage', `The argument "${cut(broken, 80)}" is not UTF-8 text. Nothing was sent.`, {
    hint: 'Use a terminal in UTF-8, or save the script as UTF-8.',
  });
}

/** The command tree for one run, and what loads a command of it. */
export function createProgram(
  context: Context,
  state: RunState,
): { readonly program: Command; readonly load: LoadCommand } {
  const program = new CheckedCommand('shop-cli')
    .description('Manage an online shop from the command line')
    .usage('<command> [options]')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ formatHelp })
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      // The help of a noun without a verb. Errors are printed by reportError.
      writeErr: (text) => void context.stdout.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(context.stdout),
      getErrHelpWidth: () => helpWidth(context.stdout),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addCommonOptions(program);
  const load = addTree(program, tree, context, state);
  addHelp(program, load, context);
  program.command('version', { hidden: true }).action(() => context.stdout.write(`${context.version}\n`));
  program.addHelpText('after', firstSteps);
  return { program, load };
}

/** Wider than a page is no easier to read, and the pages of that width are made when the program is built. */
const helpWidth = ({ isTerminal, columns }: Pick<Output, 'isTerminal' | 'columns'>): number =>
  isTerminal ? Math.min(columns, pageWidth) : pageWidth;

/** `help products list`, and `products help list`: commander's own help command would not load the command first. */
function addHelp(parent: Command, load: LoadCommand, context: Context): void {
  for (const group of parent.commands.filter(({ commands }) => commands.length > 0)) addHelp(group, load, context);
  parent
    .command('help', { hidden: parent.parent !== null })
    .argument('[command...]')
    .summary('Show help for a command')
    .helpGroup('Setup:')
    .action(async (path: readonly string[]) => {
      const name = path.join(' ');
      // `constructor` is typed too, and every object has one.
      const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
      if (topic) return await context.stdout.write(glossary(topic(parent), parent.createHelp()));
      let command = parent;
      for (const [at, name] of path.entries()) {
        const next = command.commands.find((known) => known.name() === name || known.aliases().includes(name));
        if (!next) throw unknownCommand(command, path.slice(at));
        await load(next);
        command = next;
      }
      showEveryOption(command).outputHelp();
    });
}

/** Help that belongs to no command. */
export const topics: Readonly<
  Record<string, (program: Command) => readonly (readonly [term: string, about: string])[]>
> = {
  options: globalOptionItems,
  'exit-codes': () => Object.entries(exitCodeTexts),
  environment: () => Object.entries({ ...variables, ...commonVariables }),
  agents: () => agentAdvice,
  // The singular of `imports` too, whose help is about what was imported.
  import: () => [
    ['shop-cli products import', 'import products: shop-cli help products import'],
    ['shop-cli customers import', 'import customers: shop-cli help customers import'],
    ['shop-cli addresses import', 'import addresses: shop-cli help addresses import'],
    ['shop-cli imports', 'see what was imported: shop-cli help imports'],
  ],
};

const firstSteps = `
Try it, with nothing to set up:
  shop-cli --store sandbox products list
  shop-cli --store sandbox products export --output-file products.csv
  shop-cli --store sandbox products import products.csv

See also: shop-cli help agents, environment or exit-codes
${globalOptionsLine}`;

/** Commander's errors are wrong usage. */
function asCliError(error: unknown, command: Command): unknown {
  if (error instanceof CliError) return withHelp(withOption(error, command), command);
  if (!(error instanceof CommanderError)) return error;
  if (error.code === 'commander.missingArgument') return withHelp(missingArgument(command), command);
  return wrongUsage(error, command);
}

/** A result that could not be written is not a success, unless its reader has gone by itself. */
async function afterOutput({ code, accepted }: RunState, context: Context, isJson: boolean): Promise<number> {
  const { stdout, stderr } = context;
  await stdout.write('');
  const messages = stderr.release();
  if (isJson && unfinished[code]) {
    const error = unfinishedError(code, messages.at(-1), stderr.nextSteps);
    return await reportError(error, context, { isJson, messages: messages.slice(0, -1) });
  }
  const isUnwritten = stdout.fault !== undefined;
  if (!isJson || !isUnwritten) for (const text of messages) await stderr.write(text);
  if (!isUnwritten) return code;
  const unwritten = new CliError('fault', `Failed to write the result (${stdout.fault}).`, {
    hint: 'Check whether the disk is full.',
  });
  return await reportError(accepted?.failureAfter(unwritten) ?? unwritten, context, { isJson, messages });
}

/** The exit codes of an import that has printed its report, and needs attention all the same. */
const unfinished: Readonly<Record<number, FailureKind>> = { 7: 'import-incomplete', 8: 'import-stopped' };

/** @param lastMessage which says what is left to do; absent after `--verbose` */
const unfinishedError = (
  code: number,
  lastMessage = `${exitCodeTexts[code]}.`,
  nextSteps: readonly string[] = [],
): CliError =>
  new CliError(unfinished[code] ?? 'fault', lastMessage.trim(), {
    hint: nextSteps.join('\n') || undefined,
    retryable: code === exitCodes['import-stopped'],
  });
