import type { Connection } from '../client/connection.ts';
import type { Context, FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Format, type ListWriter, listWriter, type Target, type View, writeRecord } from '../output/formats.ts';
import { leafPaths } from '../output/paths.ts';
import type { Received, RecordDefinition } from '../resources/record.ts';
import { type CommonOptions, readSettings, type Settings } from '../settings/settings.ts';
import { escapeText } from '../text/escape.ts';
import { type ConnectOptions, connect } from './connect.ts';

/** What one invocation of a command works with. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  /** Where the result goes. */
  readonly target: Target;
  /** Opens the chosen store, starting the embedded one if it is that. */
  connect(options?: ConnectOptions): Promise<Connection>;
  /** Prints one record in the chosen format. */
  show(definition: RecordDefinition, record: Received): Promise<void>;
  /** Begins a list in the chosen format. */
  list(definition: RecordDefinition): ListWriter;
  /** Prints a reply of any shape, or a list of them; as JSON unless another format is named. */
  showAny(reply: Received | readonly Received[]): Promise<void>;
  /** Begins a list of anything, as JSON unless another format is named. */
  listAny(): ListWriter;
  /** One line for a person, on stderr. Escape what comes from outside. */
  notice(text: string): Promise<void>;
  /** Asks before something is deleted. @throws CliError `usage` when nobody can be asked and `--yes` is not given, or the answer is no. */
  confirm(question: string): Promise<void>;
  /** Frees what was opened: sockets, the embedded store, the output file, which is kept only after a success. */
  close(succeeded: boolean): Promise<void>;
}

/** @throws CliError `usage` for settings at fault. */
export async function openSession(context: Context, options: CommonOptions, result?: RecordDefinition): Promise<Session> {
  const settings = await readSettings(options, context);
  // What cannot be shown must be known before anything is sent.
  if (result) onlyFields(result, options.fields);
  const opened: (() => Promise<void>)[] = [];
  const file = options.outputFile === undefined ? undefined : await context.files.create(options.outputFile);
  const target = targetOf(context, settings, file);
  const format: Format = options.quiet ? 'ids' : settings.output;
  const viewOf = (definition: RecordDefinition) => ({
    fields: definition.fields,
    idOf: definition.idOf,
    only: onlyFields(definition, options.fields),
  });
  return {
    context,
    settings,
    options,
    target,
    connect: (connectOptions = {}) =>
      connect({ context, settings, options, write: target.write, opened: (close) => opened.push(close) }, connectOptions),
    show: (definition, record) => writeRecord(format, viewOf(definition), record, target),
    list: (definition) => listWriter(format, viewOf(definition), target),
    listAny: () => listWriter(settings.outputNamed ? format : 'json', { fields: {}, only: options.fields?.split(',') }, target),
    showAny: (reply) => showAny(reply, settings.outputNamed ? format : 'json', { fields: {}, only: options.fields?.split(',') }, target),
    notice: (text) => context.stderr.write(`${text}\n`),
    confirm: (question) => confirm(context, options, question),
    async close(succeeded) {
      for (const close of opened.splice(0).reverse()) await close();
      await (succeeded ? file?.close() : file?.discard());
    },
  };
}

async function showAny(reply: Received | readonly Received[], format: Format, view: View, target: Target): Promise<void> {
  if (!Array.isArray(reply)) return await writeRecord(format, view, reply as Received, target);
  const writer = listWriter(format, view, target);
  await writer.add(reply);
  await writer.end();
}

function targetOf({ stdout }: Context, settings: Settings, file: FileWriter | undefined): Target {
  if (file) return { write: (text) => file.write(text), width: undefined, color: false };
  return { write: (text) => stdout.write(text), width: stdout.isTerminal ? stdout.columns : undefined, color: settings.color };
}

/** The paths of `--fields`. Groups and lists may be named as a whole; a store's own members too, where the API documents no fields. */
function onlyFields({ fields, isOpen }: RecordDefinition, asked: string | undefined): readonly string[] | undefined {
  if (asked === undefined) return undefined;
  const paths = asked.split(',').map((path) => path.trim());
  const known = leafPaths(fields);
  const unknown = paths.filter(
    (path) =>
      !known.some((leaf) => leaf === path || leaf.startsWith(`${path}.`) || (path.startsWith(`${leaf}.`) && isOpenAt(fields, leaf))),
  );
  if (isOpen || (unknown.length === 0 && !paths.includes(''))) return paths;
  throw new CliError('usage', `There is no field ${unknown.map((path) => `"${path}"`).join(', ')}.`, {
    field: '--fields',
    hint: `Fields: ${known.join(', ')}`,
  });
}

const isOpenAt = (fields: RecordDefinition['fields'], path: string): boolean => {
  const field = fields[path.split('.')[0] ?? ''];
  return Boolean(field?.list || field?.open || (field?.group && Object.keys(field.group).length === 0));
};

async function confirm(context: Context, options: CommonOptions, question: string): Promise<void> {
  if (options.yes || options.dryRun || options.curl) return;
  if (!context.prompts || options.input === false || options.json) {
    throw new CliError('usage', 'This deletes something, and nobody can be asked.', {
      field: '--yes',
      hint: 'Add --yes to do it without a question.',
    });
  }
  const { askYesNo } = await import('../input/prompts.ts');
  if (!(await askYesNo(context.prompts, escapeText(question)))) throw new CliError('usage', 'Nothing was deleted.');
}
