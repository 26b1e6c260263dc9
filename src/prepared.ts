import type { Command } from 'commander';
import { type CommandWords, wordsOf } from './cli/completion/command-words.ts';
import { describeProgram } from './cli/description.ts';
import { glossary, hasRareOptions, showEveryOption } from './cli/help.ts';
import { manualPages } from './cli/manual.ts';
import { tree } from './commands/index.ts';
import type { Context } from './context.ts';
import { createProgram, topics } from './program.ts';
import { variables } from './settings/variables.ts';

/**
 * Every page of help as a pipe gets it, by the words that name it: `products list`, `help options`. For an alias there
 * is the name of its page instead. The build stores them, so that help does not load the program.
 */
export async function helpPages(version: string): Promise<Readonly<Record<string, string>>> {
  let text = '';
  const output = {
    isTerminal: false,
    write: async (more: string) => {
      text += more;
    },
  };
  const context = { version, stdout: output, stderr: output } as unknown as Context;
  const { program, load } = createProgram(context, { entered: () => undefined, finished: () => undefined });
  const pages: Record<string, string> = {};
  const pageOf = (command: Command): string => {
    text = '';
    command.outputHelp();
    return text;
  };
  const add = async (command: Command, [name = '', ...aliases]: readonly string[]): Promise<void> => {
    await load(command);
    pages[name] = pageOf(command);
    for (const alias of aliases) pages[alias] = name;
    if (hasRareOptions(command)) {
      const whole = pageOf(showEveryOption(command));
      for (const each of [name, ...aliases]) pages[`help ${each}`] = whole;
    }
    for (const child of command.commands.filter((known) => known.name() !== 'help')) {
      const names = [child.name(), ...child.aliases()];
      await add(
        child,
        [name, ...aliases].flatMap((parent) => names.map((word) => `${parent} ${word}`.trimStart())),
      );
    }
  };
  await add(program, ['']);
  for (const [name, topic] of Object.entries(topics))
    pages[`help ${name}`] = glossary(topic(program), program.createHelp());
  return pages;
}

/** What `commands --json` prints. */
export const commandsJson = async (version: string): Promise<string> =>
  `${JSON.stringify(await describeProgram(tree, version), null, 2)}\n`;

/** The pages of the manual. */
export const manual = async (version: string): Promise<ReturnType<typeof manualPages>> =>
  manualPages(await describeProgram(tree, version), variables);

/** What Tab offers everywhere. */
export async function completionWords(): Promise<CommandWords> {
  const context = { version: '', stdout: {}, stderr: {} } as unknown as Context;
  const { program, load } = createProgram(context, { entered: () => undefined, finished: () => undefined });
  return { ...(await wordsOf(program, load)), topics: Object.keys(topics) };
}
