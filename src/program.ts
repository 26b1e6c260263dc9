import { Command, CommanderError } from 'commander';
import { addresses } from './commands/addresses/index.ts';
import { baskets } from './commands/baskets/index.ts';
import { addCommonOptions, givenOptions, type Tree } from './commands/command.ts';
import { customers } from './commands/customers/index.ts';
import { orders } from './commands/orders/index.ts';
import { products } from './commands/products/index.ts';
import { reportError } from './commands/report-error.ts';
import { addTree, type LoadCommand, type TreeEvents } from './commands/tree.ts';
import type { Context } from './context.ts';
import { CliError } from './errors.ts';

/** The commands. */
const tree: Tree = {
  products,
  baskets,
  customers,
  addresses,
  orders,
  api: { summary: 'make any request to the API of the store', load: async () => (await import('./commands/api.ts')).api },
  sandbox: { summary: 'run an embedded store to try things on', load: async () => (await import('./commands/sandbox.ts')).sandbox },
};

/** Runs one command line (without `node` and the script). Returns the exit code; every failure has been reported on stderr. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  const state: { code: number; command: Command | undefined } = { code: 0, command: undefined };
  const program = createProgram(context, {
    finished: (code) => {
      state.code = code;
    },
    entered: (command) => {
      state.command = command;
    },
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return await afterOutput(state.code, context);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return await afterOutput(0, context);
    return await reportError(asCliError(error, state.command ?? program), context, givenOptions(state.command ?? program));
  }
}

/** The command tree for one run. */
function createProgram(context: Context, events: TreeEvents): Command {
  const program = new Command('shop-cli')
    .description('The command-line administration tool for an online shop.')
    .usage('<command> [options]')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => (context.stdout.isTerminal ? context.stdout.columns : 100),
      getOutHasColors: () => false,
    });
  addCommonOptions(program);
  addHelp(program, addTree(program, tree, context, events));
  return program.addHelpText('after', firstSteps);
}

/** `help products list`: commander's own help command would not load the group first. */
function addHelp(program: Command, load: LoadCommand): void {
  program
    .command('help')
    .argument('[command...]')
    .summary('show help for a command')
    .action(async (path: readonly string[]) => {
      let command = program;
      for (const name of path) {
        const next = command.commands.find((known) => known.name() === name || known.aliases().includes(name));
        if (!next) throw new CliError('usage', `There is no command "${path.join(' ')}".`, { hint: 'shop-cli --help lists the commands.' });
        await load(next);
        command = next;
      }
      command.outputHelp();
    });
}

const firstSteps = `
First steps, with nothing to set up:
  shop-cli --store sandbox products import examples/products.csv
  shop-cli --store sandbox products list
  shop-cli products list --help`;

/** Commander's own errors are wrong usage; the help that it shows instead of an error is one too: nothing was done. */
function asCliError(error: unknown, command: Command): unknown {
  if (!(error instanceof CommanderError)) return error;
  const path = commandPath(command);
  if (error.code === 'commander.help') return new CliError('usage', `${path} needs a command.`, { hint: `${path} --help lists them.` });
  return new CliError('usage', capital(error.message.replace(/^error: /, '')), { hint: `${path} --help shows how it is used.` });
}

function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A result that could not be written is not a success, unless its reader has gone by itself. */
async function afterOutput(code: number, context: Context): Promise<number> {
  await context.stdout.write('');
  if (context.stdout.fault === undefined) return code;
  return await reportError(
    new CliError('fault', `The result could not be written (${context.stdout.fault}).`, { hint: 'Is the disk full?' }),
    context,
    {},
  );
}
