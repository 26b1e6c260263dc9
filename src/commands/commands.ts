import type { CommandDefinition, Tree } from '../cli/command.ts';
import { describeProgram } from '../cli/help/description.ts';
import { traitsOf } from '../output/formats.ts';
import { defineRecord } from '../resources/record.ts';
import { text } from '../resources/record-fields.ts';

/** A command in a table. */
const commandRecord = defineRecord(['name'], {
  name: text('Command').inTable(1),
  summary: text('Purpose').inTable(2),
});

/** `shop-cli commands`: every command, for people as a list and for programs as data. */
export const commandsOf = (tree: () => Tree): CommandDefinition => ({
  details:
    'With --json: every command with its arguments, options, exit codes, examples, whether it may write to the store, and the schemas of its output. ' +
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
    } else await session.showAny({ ...described });
    return 0;
  },
});
