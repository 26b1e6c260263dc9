import type { CommandDefinition } from '../cli/command.ts';
import { scripts } from '../cli/completion/scripts.ts';
import type { Shell } from '../cli/completion/shell-words.ts';

/** How the script gets into each shell. */
const installations: Readonly<Record<Shell, string>> = {
  bash:
    'For every new shell, add this line to ~/.bashrc:\n\n  eval "$(shop-cli completion bash)"\n\n' +
    'Or, where the package bash-completion is installed, write it once to ~/.local/share/bash-completion/completions/shop-cli.',
  zsh:
    'For every new shell, add this line to ~/.zshrc, after compinit if that is there:\n\n  eval "$(shop-cli completion zsh)"\n\n' +
    'Or write it once to a file named _shop-cli in a folder of $fpath.',
  fish: 'Write it once to ~/.config/fish/completions/shop-cli.fish. New shells read it from there.',
  powershell:
    'For every new shell, add this line to the file that $PROFILE names:\n\n  shop-cli completion powershell | Out-String | Invoke-Expression\n\n' +
    'Set-PSReadLineKeyHandler -Key Tab -Function MenuComplete shows what the words mean.',
};

/** `shop-cli completion bash` and the others. */
export function printScript(shell: Shell): CommandDefinition {
  return {
    details: `Prints the script that completes shop-cli in ${shell}: commands, options, and values such as formats, languages, countries, fields and file names. It never asks a store.\n\n${installations[shell]}`,
    examples: [
      [`completion ${shell}`, 'Print it'],
      [`completion ${shell} > ${files[shell]}`, 'Write it to a file'],
    ],
    run: async ({ target }) => {
      await target.write(scripts[shell]);
      return 0;
    },
  };
}

const files: Readonly<Record<Shell, string>> = {
  bash: 'shop-cli.bash',
  zsh: '_shop-cli',
  fish: 'shop-cli.fish',
  powershell: 'shop-cli.ps1',
};
