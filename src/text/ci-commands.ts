/** Whether a CI service reads what is printed for commands: GitHub Actions or Azure Pipelines. */
export const readsCommands = ({ GITHUB_ACTIONS, TF_BUILD }: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(GITHUB_ACTIONS || TF_BUILD);

/**
 * Text in which a CI service finds no command. GitHub reads lines that begin with `::`, spaces before it aside, and `##[` anywhere
 * (actions/runner, ActionCommand.cs); Azure reads `##vso[` and `##[` anywhere. One character of it is written out, as JSON would, so that
 * lines of JSON stay what they are.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1\\u003a').replace(/#(?=#(?:\[|vso\[))/gi, '\\u0023');
