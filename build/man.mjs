// Pages of the manual (man 7), made from what `commands --json` says: one for each noun with its commands, and one for all.

import { mkdir, writeFile } from 'node:fs/promises';

/**
 * Writes the pages into a directory.
 * @param program as `commands --json` prints it
 * @param environment variables with what they do
 */
export async function writeManual(directory, program, environment) {
  await mkdir(directory, { recursive: true });
  const nouns = [...new Set(program.commands.map(({ name }) => nounOf(name)))];
  const pages = [mainPage(program, environment), ...nouns.map((noun) => nounPage(program, noun))];
  await Promise.all(pages.map(({ name, text }) => writeFile(`${directory}/${name}.1`, text)));
}

const nounOf = (command) => command.split(' ')[0];
const pageOf = (command) => `shop-cli-${nounOf(command)}`;

function mainPage({ version, globalOptions, exitCodes, commands }, environment) {
  const sections = [
    ['NAME', 'shop\\-cli \\- manage an online shop from the command line'],
    ['SYNOPSIS', '.B shop\\-cli\n.I command\n[options]'],
    ['COMMANDS', commands.map(entryOf).join('')],
    ['OPTIONS', optionItems(globalOptions)],
    ['EXIT STATUS', items(Object.entries(exitCodes))],
    ['ENVIRONMENT', items(Object.entries(environment))],
  ];
  return { name: 'shop-cli', text: page('shop-cli', version, sections) };
}

const entryOf = ({ name, summary }) =>
  `.TP\n${bold(name)}\n${escaped(sentence(summary))} See ${bold(pageOf(name))}(1).\n`;

function nounPage({ version, groups, commands }, noun) {
  const own = commands.filter(({ name }) => nounOf(name) === noun);
  const summary = groups.find(({ name }) => name === noun)?.summary ?? own[0].summary;
  const related = own.flatMap(({ seeAlso }) => seeAlso).map(pageOf);
  const others = [...new Set(related)].filter((name) => name !== pageOf(noun)).sort();
  const sections = [
    ['NAME', `${escaped(pageOf(noun))} \\- ${escaped(summary)}`],
    ['SYNOPSIS', own.map(({ usage }) => `.B ${escaped(usage)}`).join('\n.br\n')],
    ...own.map((command) => [escaped(command.name.toUpperCase()), commandText(command)]),
    ['SEE ALSO', ['shop-cli', ...others].map((name) => `${bold(name)}(1)`).join(',\n')],
  ];
  return { name: pageOf(noun), text: page(pageOf(noun), version, sections) };
}

function commandText({ summary, details, arguments: args, options, exitCodes, examples }) {
  const parts = [
    ['Arguments', items(args.map((argument) => [argument.name, argument.description]))],
    ['Options', optionItems(options)],
    ['Exit status', items(Object.entries(exitCodes))],
    ['Examples', examples.map(exampleText).join('.PP\n')],
  ];
  const written = parts.filter(([, text]) => text !== '').map(([title, text]) => `.SS ${title}\n${text.trimEnd()}`);
  const about = [sentence(summary), ...(details === null ? [] : [details])].join('\n\n');
  return [paragraphs(about), ...written].join('\n');
}

const exampleText = ({ command, purpose }) => `${escaped(sentence(purpose))}\n.PP\n.EX\n    ${escaped(command)}\n.EE\n`;

/** Without a date: two builds are the same bytes. */
function page(name, version, sections) {
  const heading = `.TH ${escaped(name.toUpperCase())} 1 "" "shop\\-cli ${version}" "shop\\-cli manual"`;
  const written = sections.filter(([, text]) => text !== '').map(([title, text]) => `.SH ${title}\n${text.trimEnd()}`);
  return `.\\" Generated from the command tree.\n${heading}\n.nh\n.ad l\n${written.join('\n')}\n`;
}

const items = (pairs) => pairs.map(([term, text]) => `.TP\n${bold(term)}\n${escaped(text)}\n`).join('');

const optionItems = (options) =>
  options
    .map(({ name, short, value, valueOptional, description }) => {
      const names = [short, name].filter(Boolean).map(bold).join(', ');
      const shown =
        value === null ? '' : ` ${valueOptional ? '[' : ''}\\fI${escaped(value)}\\fR${valueOptional ? ']' : ''}`;
      return `.TP\n${names}${shown}\n${escaped(description)}\n`;
    })
    .join('');

const bold = (text) => `\\fB${escaped(text)}\\fR`;

/** Paragraphs; a line that is indented is a command. */
const paragraphs = (text) =>
  text
    .split('\n\n')
    .map((part) => (part.startsWith('  ') ? `.EX\n${escaped(part)}\n.EE` : escaped(part)))
    .join('\n.PP\n');

/** Characters that troff draws as others, which no shell knows. */
const plain = { '-': '\\-', "'": '\\(aq', '`': '\\(ga', '^': '\\(ha', '~': '\\(ti' };

/** Nothing in a text is a command of troff, a minus stays one, and other characters than ASCII are named. */
const escaped = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replace(/[-'`^~]/g, (character) => plain[character])
    .replace(/^\./gm, '\\&.')
    .replace(
      /[^\n\x20-\x7e]/gu,
      (character) => `\\[u${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
