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
