import type { Command } from 'commander';
import { type CommandWords, wordsOf } from './cli/completion/command-words.ts';
import { describeProgram, namedCommands } from './cli/help/description.ts';
import { glossary, hasRareOptions, showEveryOption } from './cli/help/help.ts';
import { tree } from './commands/index.ts';
import { documentsOf } from './commands/schema/schema.ts';
import type { Context } from './context.ts';
import { createProgram, topics } from './program.ts';

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
  const { program, load } = createProgram(context, { code: 0 });
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

/** What `schema` prints with each of its names. */
export async function schemas(version: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const documents = await documentsOf(tree, version);
  return documents.map(({ name, schema }) => ({ name, text: `${JSON.stringify(schema, null, 2)}\n` }));
}

/** What Tab offers everywhere. */
export async function completionWords(): Promise<CommandWords> {
  const context = { version: '', stdout: {}, stderr: {} } as unknown as Context;
  const { program, load } = createProgram(context, { code: 0 });
  return { ...(await wordsOf(program, load)), topics: Object.keys(topics) };
}

/** A page of the manual, in the language of troff (man 7). */
interface ManualPage {
  readonly name: string;
  readonly text: string;
}

type Sections = readonly (readonly [title: string, help: string])[];

/** The pages of the manual: one for each noun with the help of its commands, and one for all. */
export async function manual(version: string): Promise<readonly ManualPage[]> {
  const pages = await helpPages(version);
  const helpOf = (name: string): string => pages[`help ${name}`] ?? pages[name] ?? '';
  const commands = namedCommands(tree).map(([name]) => name);
  const nouns = Object.entries(tree).filter(([noun]) => commands.some((name) => name.split(' ')[0] === noun));
  const main = manualPage('shop-cli', { version, about: 'manage an online shop from the command line' }, [
    ['COMMANDS', helpOf('')],
    ['OPTIONS', helpOf('options')],
    ['EXIT STATUS', helpOf('exit-codes')],
    ['ENVIRONMENT', helpOf('environment')],
  ]);
  return [
    main,
    ...nouns.map(([noun, { summary }]) => {
      const own = commands.filter((name) => name.split(' ')[0] === noun);
      const sections: Sections = own.map((name) => [name.toUpperCase(), helpOf(name)]);
      return manualPage(`shop-cli-${noun}`, { version, about: summary }, sections);
    }),
  ];
}

/** Without a date: two builds are the same bytes. The help is set from the first column, where a terminal has room for it. */
function manualPage(
  name: string,
  { version, about }: { readonly version: string; readonly about: string },
  sections: Sections,
): ManualPage {
  const lines = [
    '.\\" Generated from the help.',
    `.TH ${escaped(name.toUpperCase())} 1 "" "shop\\-cli ${version}" "shop\\-cli manual"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(about)}`,
    ...sections.flatMap(([title, help]) => [`.SH ${escaped(title)}`, '.EX', '.in 0', escaped(help.trimEnd()), '.EE']),
  ];
  return { name, text: `${lines.join('\n')}\n` };
}

/** Characters that troff draws as others, which no shell knows. */
const plain: Readonly<Record<string, string>> = {
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** Nothing in a text is a command of troff, a minus stays one, and other characters than ASCII are named. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replace(/[-'`^~]/g, (character) => plain[character] ?? character)
    .replace(/^\./gm, '\\&.')
    .replace(
      /[^\n\x20-\x7e]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
