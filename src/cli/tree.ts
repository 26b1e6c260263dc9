import type { Argument, Command } from 'commander';
import type { Context } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import { type RawOptions, suggestAt } from '../input/options.ts';
import { type FileFormat, formatOfFile } from '../output/formats.ts';
import { fieldAt, leafPaths } from '../output/paths.ts';
import type { Suggestion } from '../resources/kind.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { CommonOptions } from '../settings/settings.ts';
import { capitalized } from '../text/words.ts';
import type { AcceptedWrites } from './accepted-writes.ts';
import { refuseInvalidInput } from './arguments.ts';
import type { CommandDefinition, Group, Tree, Verb } from './command.ts';
import { helpEnd } from './help/help.ts';
import { addCommonOptions, commandLineOptions } from './options.ts';
import type { ReadPeople } from './read-people.ts';
import type { Session } from './session.ts';

/** How far a run of the program has come. */
export interface RunState {
  /** The last command on the way to the command that runs. */
  command?: Command;
  /** The exit code of the command that ran. */
  code: number;
  /** The writes of the command that ran. */
  accepted?: AcceptedWrites;
  /** Called after a command, with its writes. */
  readonly afterRun?: (session: Session, writes: AcceptedWrites, shown: ReadPeople) => Promise<void>;
}

/** Aliases of verbs. Neither the help nor Tab shows them, so that each verb has one name. */
export const verbAliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  get: ['show', 'view'],
  show: ['get', 'view'],
  delete: ['rm', 'remove'],
};

/** Loads a command of the tree: its options, its help, its action. */
export type LoadCommand = (command: Command) => Promise<void>;

/** Adds the commands by name and summary. A hook loads a command when it is used; the returned function does so too. */
export function addTree(program: Command, tree: Tree, context: Context, state: RunState): LoadCommand {
  const waiting = new Map<Command, () => Promise<unknown> | unknown>();
  const load: LoadCommand = async (command) => {
    const loadOptions = waiting.get(command);
    waiting.delete(command);
    await loadOptions?.();
  };
  const enter = async (_: Command, command: Command): Promise<void> => {
    state.command = command;
    await load(command);
  };
  const addAll = (parent: Command, branch: Tree): void => {
    parent.hook('preSubcommand', enter);
    let heading = '';
    for (const [name, node] of Object.entries(branch)) {
      heading = node.heading ?? heading;
      const command = parent
        .command(name, { hidden: 'isHidden' in node })
        .helpGroup(heading)
        .helpCommand(false)
        .summary(capitalized(node.summary))
        .description(descriptionOf(node));
      if ('verbs' in node) {
        addAll(addGroupHelp(command.aliases(node.singular ? [node.singular] : [])), node.verbs);
        waiting.set(command, () => addCommonOptions(command));
      } else {
        command.aliases([...(verbAliases[name] ?? [])]);
        waiting.set(command, async () => complete(command, await node.load(), context, state));
      }
    }
  };
  addAll(program, tree);
  return load;
}

function complete(command: Command, definition: CommandDefinition, context: Context, state: RunState): void {
  command.addHelpText('after', () => helpEnd(definition, command)).optionsGroup('Options:');
  if (definition.caution !== undefined) command.description(`${command.description()}\n\n${definition.caution}`);
  definition.options?.(command);
  command.usage(usageOf(command));
  addCommonOptions(command);
  const result = resultOf(definition.result, {}, []);
  if (result) suggestAt(command, '--fields', { texts: () => fieldTexts(result), separator: ',' });
  command.action(async () => {
    state.code = await runOnce(definition, command, context, state);
  });
}

/** Of a group also what to know before its verbs. */
const descriptionOf = (node: Verb | Group): string =>
  'verbs' in node && node.about !== undefined
    ? `${capitalized(node.summary)}\n\n${node.about}`
    : capitalized(node.summary);

/** Runs the command in a session. @throws CliError that also says what the store has accepted before */
async function runOnce(
  definition: CommandDefinition,
  command: Command,
  context: Context,
  state: RunState,
): Promise<number> {
  const { result, imports, isOfPeople = imports?.isOfPeople, isWrite, isDiagnosis } = definition;
  const typed = commandLineOptions(command);
  const options = typed.curlFor === undefined ? typed : { ...typed, curl: true };
  // Loaded here: the help needs neither the client nor the renderers.
  const [{ openSession }, { acceptedWrites }, { readPeople }] = await Promise.all([
    import('./session.ts'),
    import('./accepted-writes.ts'),
    import('./read-people.ts'),
  ]);
  refuseInvalidInput(command);
  const writes = typeof isWrite === 'function' ? isWrite(command.args, options) : isWrite === true;
  const fileFormat = fileFormatOf(definition, options as CommonOptions);
  const shown = resultOf(result, fileFormat === undefined ? options : { ...options, output: fileFormat }, command.args);
  const printsIds = options.quiet === true && (shown?.identifiedBy.length ?? 0) > 0;
  if (printsIds) refuseOtherFormat(options as CommonOptions);
  const accepted = acceptedWrites();
  const peopleRead = readPeople(context.clock.now().getTime());
  state.accepted = accepted;
  const session = await openSession(context, options as CommonOptions, {
    fileFormat,
    result: shown,
    printsIds,
    isOfPeople,
    isWrite: writes,
    readsInput: readsInput(options, command.args),
    isDiagnosis,
    observers: { accepted, shown: writes ? undefined : peopleRead },
  });
  try {
    return await inSession(session, async () => {
      if (writes) session.protection.check();
      try {
        return await definition.run(session, options, command.args);
      } finally {
        await state.afterRun?.(session, accepted, peopleRead);
      }
    });
  } catch (error) {
    throw accepted.failureAfter(error);
  }
}

/** A request that is only shown, and a No, are exit code 0. */
async function inSession(session: Session, run: () => Promise<number | undefined>): Promise<number> {
  const { RequestShown } = await import('./preview.ts');
  let succeeded = false;
  try {
    const code = await run();
    succeeded = true;
    return code ?? 0;
  } catch (error) {
    succeeded = error instanceof RequestShown;
    if (!succeeded && !(error instanceof Cancelled)) throw error;
    if (error instanceof Cancelled) await session.notice(error.message);
    return 0;
  } finally {
    await session.close(succeeded);
  }
}

/** Where `--quiet` prints IDs in place of records: another format that is asked for would be silently dropped. */
function refuseOtherFormat({ json, output }: CommonOptions): void {
  if (!json && output === undefined) return;
  const other = json ? '--json' : `--output ${output}`;
  throw new CliError('usage', `Use either --quiet or ${other}, not both: --quiet prints IDs, one per line.`, {
    field: '--quiet',
  });
}

/** The format that the ending of `--output-file` names. @throws CliError `usage` for a format that cannot be written */
function fileFormatOf(
  { result, prints }: CommandDefinition,
  { outputFile = '-', output, json, quiet, curl }: CommonOptions,
): FileFormat | undefined {
  const hasFormats = result !== undefined || (Array.isArray(prints) && !prints.includes('catalogue.csv'));
  if (!hasFormats || outputFile === '-' || curl || json || output !== undefined) return undefined;
  const format = formatOfFile(outputFile, '--output-file');
  if (!quiet || format === undefined || format === 'table') return format;
  throw new CliError('usage', `--quiet prints IDs, one per line, and ${outputFile} is not a text file.`, {
    field: '--output-file',
    hint: 'Use a .txt file.',
  });
}

/** Whether a body, a file or a password comes by standard input, so that no question can be answered there. */
const readsInput = ({ body, productsFile, file, from }: RawOptions, args: readonly string[]): boolean =>
  [body, productsFile, file, from, ...args].includes('-');

const fieldTexts = ({ fields }: RecordDefinition): readonly Suggestion[] =>
  leafPaths(fields).map((path) => [path, fieldAt(fields, path)?.label]);

/** What a command prints, with these options and arguments. */
export const resultOf = (
  result: CommandDefinition['result'],
  options: RawOptions,
  args: readonly string[],
): RecordDefinition | undefined => (typeof result === 'function' ? result(options, args) : result);

/** `<basket-key> [product...] [options]` */
export const usageOf = ({ registeredArguments }: Command): string =>
  [...registeredArguments.map(argumentTerm), '[options]'].join(' ');

const argumentTerm = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

const addGroupHelp = (group: Command): Command =>
  group.usage('<command> [options]').addHelpText('after', helpEnd({}, group));
