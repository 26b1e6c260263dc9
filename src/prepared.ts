import type { Command } from 'commander';
import { type CommandWords, wordsOf } from './cli/completion/command-words.ts';
import {
  type CommandDescription,
  describeProgram,
  type OptionDescription,
  type ProgramDescription,
} from './cli/help/description.ts';
import { glossary, hasRareOptions, showEveryOption } from './cli/help/help.ts';
import { tree } from './commands/index.ts';
import type { Context } from './context.ts';
import { createProgram, topics } from './program.ts';
import { variables } from './settings/variables.ts';
import { capitalized } from './text/words.ts';

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

/** The pages of the manual. */
export const manual = async (version: string): Promise<ReturnType<typeof manualPages>> =>
  manualPages(await describeProgram(tree, version), variables);

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

type Texts = Readonly<Record<string, string>>;
type Section = readonly [title: string, text: string];

/**
 * The pages of the manual: one for each noun with its commands, and one for all.
 * @param environment variables with what they do
 */
function manualPages(program: ProgramDescription, environment: Texts): readonly ManualPage[] {
  const nouns = [...new Set(program.commands.map(({ name }) => nounOf(name)))];
  return [mainPage(program, environment), ...nouns.map((noun) => nounPage(program, noun))];
}

const nounOf = (command: string): string => command.split(' ')[0] ?? '';
const pageOf = (command: string): string => `shop-cli-${nounOf(command)}`;

function mainPage({ version, globalOptions, exitCodes, commands }: ProgramDescription, environment: Texts): ManualPage {
  const sections: readonly Section[] = [
    ['NAME', 'shop\\-cli \\- manage an online shop from the command line'],
    ['SYNOPSIS', '.B shop\\-cli\n.I command\n[options]'],
    ['COMMANDS', commands.map(entryOf).join('')],
    ['OPTIONS', optionItems(globalOptions)],
    ['EXIT STATUS', items(Object.entries(exitCodes))],
    ['ENVIRONMENT', items(Object.entries(environment))],
  ];
  return { name: 'shop-cli', text: page('shop-cli', version, sections) };
}

const entryOf = ({ name, summary }: CommandDescription): string =>
  `.TP\n${bold(name)}\n${escaped(sentence(summary))} See ${bold(pageOf(name))}(1).\n`;

function nounPage({ version, groups, commands }: ProgramDescription, noun: string): ManualPage {
  const own = commands.filter(({ name }) => nounOf(name) === noun);
  const summary = groups.find(({ name }) => name === noun)?.summary ?? own[0]?.summary ?? '';
  const related = own.flatMap(({ seeAlso }) => seeAlso).map(pageOf);
  const others = [...new Set(related)].filter((name) => name !== pageOf(noun)).sort();
  const sections: readonly Section[] = [
    ['NAME', `${escaped(pageOf(noun))} \\- ${escaped(summary)}`],
    ['SYNOPSIS', own.map(({ usage }) => `.B ${escaped(usage)}`).join('\n.br\n')],
    ...own.map((command): Section => [escaped(command.name.toUpperCase()), commandText(command)]),
    ['SEE ALSO', ['shop-cli', ...others].map((name) => `${bold(name)}(1)`).join(',\n')],
  ];
  return { name: pageOf(noun), text: page(pageOf(noun), version, sections) };
}

function commandText(command: CommandDescription): string {
  const { summary, details, arguments: args, options, exitCodes, examples } = command;
  const parts: readonly Section[] = [
    ['Arguments', items(args.map((argument) => [argument.name, argument.description]))],
    ['Options', optionItems(options)],
    ['Exit status', items(Object.entries(exitCodes))],
    ['Examples', examples.map(exampleText).join('.PP\n')],
  ];
  const written = parts.filter(([, text]) => text !== '').map(([title, text]) => `.SS ${title}\n${text.trimEnd()}`);
  const about = [sentence(summary), ...(details === null ? [] : [details])].join('\n\n');
  return [paragraphs(about), ...written].join('\n');
}

const exampleText = ({ command, purpose }: CommandDescription['examples'][number]): string =>
  `${escaped(sentence(purpose))}\n.PP\n.EX\n    ${escaped(command)}\n.EE\n`;

/** Without a date: two builds are the same bytes. */
function page(name: string, version: string, sections: readonly Section[]): string {
  const heading = `.TH ${escaped(name.toUpperCase())} 1 "" "shop\\-cli ${version}" "shop\\-cli manual"`;
  const written = sections.filter(([, text]) => text !== '').map(([title, text]) => `.SH ${title}\n${text.trimEnd()}`);
  return `.\\" Generated from the command tree.\n${heading}\n.nh\n.ad l\n${written.join('\n')}\n`;
}

const items = (pairs: readonly Section[]): string =>
  pairs.map(([term, text]) => `.TP\n${bold(term)}\n${escaped(text)}\n`).join('');

const optionItems = (options: readonly OptionDescription[]): string =>
  options
    .map(({ name, short, value, valueOptional, description }) => {
      const names = [short ?? '', name]
        .filter((each) => each !== '')
        .map(bold)
        .join(', ');
      const shown =
        value === null ? '' : ` ${valueOptional ? '[' : ''}\\fI${escaped(value)}\\fR${valueOptional ? ']' : ''}`;
      return `.TP\n${names}${shown}\n${escaped(description)}\n`;
    })
    .join('');

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;

/** Paragraphs; a line that is indented is a command. */
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => (part.startsWith('  ') ? `.EX\n${escaped(part)}\n.EE` : escaped(part)))
    .join('\n.PP\n');

/** Characters that troff draws as others, which no shell knows. */
const plain: Texts = { '-': '\\-', "'": '\\(aq', '`': '\\(ga', '^': '\\(ha', '~': '\\(ti' };

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

const sentence = (text: string): string => `${capitalized(text)}${/[.?!]$/.test(text) ? '' : '.'}`;
