import type { Command, Help, Option } from 'commander';
import { rareOptions } from '../../input/options.ts';
import type { CommandDefinition } from '../command.ts';
import { globalOptions } from '../options.ts';

/** Columns of a page in a pipe. */
export const pageWidth = 80;

/** Columns of the longest term that still has its description on the same line. */
const maxTerm = 30;

/** The upper part of a page: usage, what the command does, arguments, commands, its own options. */
export const formatHelp = (command: Command, helper: Help): string =>
  formatPage(command, helper, (option) => isOwn(option) && !isRare(option));

/** The same with the options that few need. */
const formatWholeHelp = (command: Command, helper: Help): string => formatPage(command, helper, isOwn);

/** From now on the help of a command describes every option, as `shop-cli help` shows it. */
export const showEveryOption = (command: Command): Command =>
  command.configureHelp({ ...command.configureHelp(), formatHelp: formatWholeHelp });

/** Whether the help of a command only names some of its options. */
export const hasRareOptions = (command: Command): boolean =>
  command.options.some(isRare) && command.configureHelp().formatHelp !== formatWholeHelp;

function formatPage(command: Command, helper: Help, isShown: (option: Option) => boolean): string {
  const width = helper.helpWidth ?? pageWidth;
  const options = helper.visibleOptions(command).filter(isShown);
  const headings = new Set([...options.filter((option) => !isRare(option)), ...options.filter(isRare)].map(headingOf));
  const commands = helper.visibleCommands(command);
  const sections: readonly Section[] = [
    ['Arguments:', helper.visibleArguments(command).map((argument) => [argument.name(), argument.description])],
    ...[...new Set(commands.map(groupOf))].map(
      (heading): Section => [
        heading,
        commands.filter((child) => groupOf(child) === heading).map((child) => [child.name(), child.summary()]),
      ],
    ),
    ...[...headings].map(
      (heading): Section => [heading, options.filter((option) => headingOf(option) === heading).map(optionItem)],
    ),
  ];
  const indent = indentOf(sections.flatMap(([, items]) => items));
  const texts = sections.map(([heading, items]) =>
    block(
      heading,
      items.map((item) => formatItem(item, { indent, width, helper })),
    ),
  );
  return [`Usage: ${usageOf(command)}`, helper.boxWrap(command.description(), width), ...texts]
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('\n');
}

/** As commander has it, without the aliases: a command has one name in the help. */
function usageOf(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name());
  return `${names.join(' ')} ${command.usage()}`;
}

/** The lower part of a page: examples, the exit codes that are special, rare options, related commands. */
export function helpEnd(
  { examples = [], exitCodes = {}, seeAlso = [] }: Partial<CommandDefinition>,
  command: Command,
): string {
  const rare = hasRareOptions(command) ? command.options.filter(isRare).map(({ long }) => long) : [];
  const more = `${rareOptions} ${rare.join(', ')}; see shop-cli help ${command.parent?.name()} ${command.name()}`;
  const texts = [
    block(
      'Examples:',
      examples.flatMap(([line, purpose]) => [`  # ${purpose}`, `  ${wrapCommand(`shop-cli ${line}`)}`]),
    ),
    block(
      'Exit codes:',
      Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`),
    ),
    [
      ...(rare.length > 0 ? [command.createHelp().boxWrap(more, pageWidth)] : []),
      ...(seeAlso.length > 0 ? [`See also: ${seeAlso.map((path) => `shop-cli ${path}`).join(', ')}`] : []),
      globalOptionsLine,
    ].join('\n'),
  ];
  return `\n${texts.filter((text) => text !== '').join('\n\n')}`;
}

export const globalOptionsLine = "Global options: see 'shop-cli help options'";

/** A page that explains words: the topics of `shop-cli help`. */
export function glossary(items: readonly Item[], helper: Help): string {
  const layout = { indent: indentOf(items), width: pageWidth, helper };
  return items.map((item) => `${formatItem(item, layout)}\n`).join('');
}

/** The options that every command has. */
export const globalOptionItems = (program: Command): readonly Item[] =>
  program.createHelp().visibleOptions(program).map(optionItem);

/** A command line, continued on the next line as a POSIX shell reads it where it is too long. */
const wrapCommand = (line: string): string => {
  const at = line.lastIndexOf(' --', pageWidth - 4);
  return line.length + 2 <= pageWidth || at < 0
    ? line
    : `${line.slice(0, at)} \\\n    ${wrapCommand(line.slice(at + 1))}`;
};

type Item = readonly [term: string, about: string];
type Section = readonly [heading: string, items: readonly Item[]];

const optionItem = ({ flags, description }: Option): Item => [flags, description];

const headingOf = ({ helpGroupHeading }: Option): string => helpGroupHeading ?? 'Options:';

const groupOf = (command: Command): string => command.helpGroup() || 'Commands:';

/** `--help` and `--version` are on the page of the global options too. */
const isOwn = (option: Option): boolean =>
  headingOf(option) !== globalOptions && option.long !== '--help' && option.long !== '--version';

const isRare = (option: Option): boolean => headingOf(option) === rareOptions;

const indentOf = (items: readonly Item[]): number =>
  4 + Math.max(0, ...items.map(([term]) => term.length).filter((length) => length <= maxTerm));

interface Layout {
  /** Where descriptions begin. */
  readonly indent: number;
  readonly width: number;
  readonly helper: Help;
}

function formatItem([term, about]: Item, { indent, width, helper }: Layout): string {
  const margin = `\n${' '.repeat(indent)}`;
  const text = helper.boxWrap(about, width - indent).replaceAll('\n', margin);
  return term.length + 4 > indent ? `  ${term}${margin}${text}` : `  ${term}`.padEnd(indent) + text;
}

const block = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [heading, ...lines].join('\n');
