import type { CommandDefinition, Tree } from '../cli/command.ts';
import { describeProgram } from '../cli/help/description.ts';
import { traitsOf } from '../output/formats.ts';
import { anyRecord, defineRecord } from '../resources/record.ts';
import { byName, flag, list, orNull, text, texts } from '../resources/record-fields.ts';

/** A command in a table. */
const commandRecord = defineRecord(['name'], {
  name: text('Command').inTable(1),
  summary: text('Purpose').inTable(2),
});

const choices = orNull(texts('All valid values; null if any value of the kind is valid'));

export const optionFields = {
  name: text('Name, such as --stock-from'),
  short: orNull(text('Short name, such as -q')),
  description: text('Description'),
  value: orNull(text('Placeholder of the value in the help; null for a switch')),
  kind: text('The kind of the value, such as text, count, money or file; switch without a value'),
  choices,
  default: orNull(text('Default')),
  required: flag('Always needed, unless --body has the field or a person answers a question'),
  repeatable: flag('Repeatable'),
  valueOptional: flag('Whether the option may come without its value'),
};

const { name, description, required, repeatable } = optionFields;

export const commandFields = {
  name: text('Name, such as products list'),
  aliases: texts('Other names of its last word'),
  summary: text('Summary'),
  details: orNull(text('Details')),
  usage: text('Usage'),
  arguments: list('Arguments', { name, description, required, repeatable, choices }),
  options: list('Options', optionFields),
  exitCodes: byName('Exit codes with a special meaning for this command', text('Meaning')),
  examples: list('Examples', { command: text('Command'), purpose: text('Purpose') }),
  seeAlso: texts('Related commands'),
  writes: flag('Whether it may write to the store'),
  output: texts('Names of the schemas of what it prints with --json'),
};

/** The fields of a `ProgramDescription`. */
export const programFields = {
  name: text('Name'),
  version: text('Version'),
  globalOptions: list('Options that every command has', optionFields),
  exitCodes: byName('Exit codes', text('Meaning')),
  groups: list('Groups', { name: text('Name'), aliases: texts('Other names'), summary: text('Summary') }),
  commands: list('Commands', commandFields),
};

/** `shop-cli commands`: every command, for people as a list and for programs as data. */
export const commandsOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'With --json, prints every command with its arguments, options, exit codes, examples, whether it may write to the store, and the schemas of its output. ' +
    'Global options are listed once. Generated from the same definitions as the help.',
  examples: [
    ['commands', 'List every command'],
    ['commands --json', 'The same as data, with all arguments and options'],
  ],
  seeAlso: ['schema', 'completion'],
  prints: ['commands'],
  async run(session) {
    const described = await describeProgram(tree(), session.context.version);
    const { output } = session.settings;
    if (session.options.quiet || traitsOf(output).isFlat) {
      await session.showList(
        commandRecord,
        described.commands.map(({ name, summary }) => ({ name, summary })),
      );
    } else await session.show(anyRecord, described);
  },
});
