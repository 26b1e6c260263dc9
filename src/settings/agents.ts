/**
 * The variables by which a coding agent says that it, and no person, runs the commands of a shell. Variables that are
 * also set in the terminals of an editor are not among them: people type there.
 */
export const agentVariables = [
  ...(['AI_AGENT', 'AGENT', 'CLAUDECODE', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CURSOR_AGENT'] as const),
  ...(['GEMINI_CLI', 'ANTIGRAVITY_AGENT', 'AUGMENT_AGENT', 'OPENCODE'] as const),
] as const;

/** The variable that an agent has set; undefined where a person or a job runs the command. */
export const agentIn = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  agentVariables.find((name) => !['', '0', 'false', undefined].includes(env[name]));

/** `help agents`: what a person would be asked, an agent has to know. SKILL.md has the same at length. */
export const agentAdvice = [
  ['commands --json', 'every command with its options, exit codes and examples'],
  ['schema <name>', 'the JSON Schema of an output, an error or a report'],
  ['--json', 'the result as one JSON document on stdout, an error as one object on stderr'],
  ['--no-input', 'never wait for an answer'],
  ['auth status --json', 'which store, and whether it is production or read-only: look first'],
  ['--store sandbox', 'practice on the built-in store: nothing leaves this machine'],
  ['--dry-run', 'show what a write would send, and send nothing'],
  ['--yes', 'needed for a write by an agent; only after a person saw the dry run and agreed'],
  ['--save-plan <file>', 'plan an import; a person approves it, then: imports apply <file>'],
  ['exit 6, 8, 9', 'retry the same command later: nothing is sent twice'],
  ['exit 10', 'a write has an unknown outcome: look it up before repeating it'],
  ['exit 7', 'done except for some rows: see --report, fix the rows in --rejected'],
  ['exit 2, 3, 4, 5', 'do not retry: change the command, or ask a person'],
  ['never', 'pass a token as an argument, delete to clean up, edit a journal, use --restart unasked'],
] as const;
