/**
 * Text in which a CI service finds no command. GitHub reads lines of the log that begin with `::`, spaces before it aside, and `##[` anywhere
 * (actions/runner, ActionCommand.cs). One character of it is written out, as JSON would, so that lines of JSON stay what they are.
 */
export const withoutCommands = (text: string): string => text.replace(/^(\s*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '\\u0023#[');
