import type { CommandDefinition, Group, Verb } from '../cli/command.ts';
import type { Shell } from '../cli/completion/shell-words.ts';

/** `shop-cli completion`: one command for each shell. */
export const completion: Group = {
  summary: 'print shell completion scripts',
  verbs: { bash: verbOf('bash'), zsh: verbOf('zsh'), fish: verbOf('fish'), powershell: verbOf('powershell') },
};

function verbOf(shell: Shell): Verb {
  return {
    summary: `print the completion script for ${shell === 'powershell' ? 'PowerShell' : shell}`,
    load: async () => definitionOf(shell, (await import('../cli/completion/scripts.ts')).scripts[shell]),
  };
}

function definitionOf(shell: Shell, script: string): CommandDefinition {
  return {
    details: `Completes commands, options, and values such as formats, languages, countries, fields and file names. No request is sent.\n\n${installations[shell]}`,
    examples: [
      [`completion ${shell}`, loading[shell]],
      [`completion ${shell} > ${files[shell]}`, 'Write it to a file'],
    ],
    seeAlso: ['completion'],
    prints: [],
    run: async ({ target }) => {
      await target.write(script);
      return 0;
    },
  };
}

/** What the help says: one line to load the script in every new shell. */
const loading: Readonly<Record<Shell, string>> = {
  bash: 'In ~/.bashrc: eval "$(shop-cli completion bash)"',
  zsh: 'In ~/.zshrc, after compinit: eval "$(shop-cli completion zsh)"',
  fish: 'Print the script, to save in ~/.config/fish/completions',
  powershell: 'In $PROFILE: shop-cli completion powershell | Out-String | Invoke-Expression',
};

/** How to install the script in each shell. */
const installations: Readonly<Record<Shell, string>> = {
  bash:
    'To load it in every new shell, add this line to ~/.bashrc:\n\n  eval "$(shop-cli completion bash)"\n\n' +
    'With the package bash-completion, you can write it to ~/.local/share/bash-completion/completions/shop-cli instead.',
  zsh:
    'To load it in every new shell, add this line to ~/.zshrc, after compinit:\n\n  eval "$(shop-cli completion zsh)"\n\n' +
    'Or write it to a file named _shop-cli in a directory of $fpath.',
  fish: 'To load it in every new shell, write it to ~/.config/fish/completions/shop-cli.fish.',
  powershell:
    'To load it in every new shell, add this line to the file in $PROFILE:\n\n  shop-cli completion powershell | Out-String | Invoke-Expression\n\n' +
    'Set-PSReadLineKeyHandler -Key Tab -Function MenuComplete shows descriptions too.',
};

const files: Readonly<Record<Shell, string>> = {
  bash: 'shop-cli.bash',
  zsh: '_shop-cli',
  fish: 'shop-cli.fish',
  powershell: 'shop-cli.ps1',
};
