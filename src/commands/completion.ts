import type { CommandDefinition } from '../cli/command.ts';
import type { Shell } from '../cli/completion/shell-words.ts';

/** `shop-cli completion`: prints the script for a shell. */
export function completionOf(shell: Shell): CommandDefinition {
  return {
    caution: installations[shell],
    details:
      'Completes commands, options, and values such as formats, languages, countries, fields and file names. No request is sent.',
    examples: [
      [`completion ${shell}`, 'Print the script'],
      [`completion ${shell} > ${files[shell]}`, 'Write it to a file'],
    ],
    seeAlso: ['completion'],
    prints: [],
    run: async ({ target }) => {
      await target.write(scripts[shell]);
    },
  };
}

/** As each shell wants a file of completions to be called. */
const files: Readonly<Record<Shell, string>> = {
  bash: 'shop-cli.bash',
  zsh: '_shop-cli',
  fish: 'shop-cli.fish',
  powershell: 'shop-cli.ps1',
};

/** How to install the script in each shell. */
const installations: Readonly<Record<Shell, string>> = {
  bash:
    'To load it in every new shell, add this line to ~/.bashrc:\n\n  eval "$(shop-cli completion bash)"\n\n' +
    'If you use the package bash-completion, you can write it to ~/.local/share/bash-completion/completions/shop-cli instead.',
  zsh:
    'To load it in every new shell, add this line to ~/.zshrc, after compinit:\n\n  eval "$(shop-cli completion zsh)"\n\n' +
    'Or write it to a file named _shop-cli in a directory of $fpath.',
  fish: 'To load it in every new shell, write it to ~/.config/fish/completions/shop-cli.fish.',
  powershell:
    'To load it in every new shell, add this line to the file in $PROFILE:\n\n  shop-cli completion powershell | Out-String | Invoke-Expression\n\n' +
    'Set-PSReadLineKeyHandler -Key Tab -Function MenuComplete shows descriptions too.',
};

/**
 * For each shell the script that asks `shop-cli __complete` what can be completed at the cursor. The scripts know
 * nothing of the commands, so they need no change when those do. Nothing that is typed is run: words travel as
 * arguments, never through eval.
 */
const scripts: Readonly<Record<Shell, string>> = {
  // Without an answer bash completes file names itself (-o default), with its own quoting; bash 3 has no compopt and
  // offers them more often.
  bash: `# Completion of shop-cli for bash.
_shop_cli() {
  local IFS=$'\\n' kind='' line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done < <(command shop-cli __complete bash "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  [[ $kind == files ]] && return
  compopt +o default 2>/dev/null
  [[ $kind == open ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _shop_cli shop-cli
`,
  zsh: `#compdef shop-cli
# Completion of shop-cli for zsh.
_shop_cli() {
  local -a answer found space
  local line word about
  answer=("\${(@f)$(command shop-cli __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if [[ $answer[1] == files ]]; then
    compset -P '--*='
    _files
    return
  fi
  [[ $answer[1] == open ]] && space=(-S '')
  for line in "\${(@)answer[2,-1]}"; do
    word=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    [[ $about == $line ]] && about=''
    found+=("\${\${word//\\\\/\\\\\\\\}//:/\\\\:}\${about:+:$about}")
  done
  _describe 'shop-cli' found -M 'm:{[:lower:]}={[:upper:]}' "\${(@)space}"
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _shop_cli "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _shop_cli shop-cli
fi
`,
  // The answer is cached with its line, since fish evaluates both conditions.
  fish: `# Completion of shop-cli for fish.
function __shop_cli_wants_files
    set -l line (commandline -cp)
    if test "$line" != "$__shop_cli_line"
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        set -g __shop_cli_answer (command shop-cli __complete fish $before[2..-1] "$current" 2>/dev/null)
        set -g __shop_cli_line "$line"
    end
    test "$__shop_cli_answer[1]" = files
end
complete -c shop-cli -n __shop_cli_wants_files -F
complete -c shop-cli -n 'not __shop_cli_wants_files' -f -a '$__shop_cli_answer[2..-1]'
`,
  // An empty answer would make PowerShell offer file names, so it is an empty text where none are wanted.
  powershell: `# Completion of shop-cli for PowerShell.
Register-ArgumentCompleter -Native -CommandName shop-cli -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    }) + "$wordToComplete"
    $typed = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes(($words -join "\`n")))
    $kind, $answer = @(& shop-cli __complete powershell $typed 2>$null)
    if ($kind -eq 'files') { return }
    if (-not $answer) { return '' }
    $answer | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
`,
};
