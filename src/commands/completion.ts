import type { Group, Verb } from '../cli/command.ts';
import type { Shell } from '../cli/completion/shell-words.ts';

/** `shop-cli completion`: one command for each shell, each with how to install its script. */
export const completion: Group = {
  summary: 'print shell completion scripts',
  verbs: { bash: verbOf('bash'), zsh: verbOf('zsh'), fish: verbOf('fish'), powershell: verbOf('powershell') },
};

function verbOf(shell: Shell): Verb {
  return {
    summary: `print the completion script for ${shell}`,
    load: async () => (await import('./completion-print.ts')).printScript(shell),
  };
}
