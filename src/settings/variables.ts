import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { defaultFormat, outputFormats } from '../output/formats.ts';
import { distance, either } from '../text/words.ts';

/** Every setting in the environment or in `.env`, with what it is for. A test holds `.env.example` to this list. */
export const variables = {
  SHOP_URL: "store URL, such as https://shop.example, or 'sandbox' for the embedded store",
  SHOP_TOKEN: 'API token for the store in SHOP_URL',
  SHOP_TOKEN_FILE: 'file with the API token, instead of SHOP_TOKEN',
  SHOP_TOKEN_COMMAND: 'command that prints the API token, instead of SHOP_TOKEN; not read from .env',
  SHOP_PROFILE: "profile stored with 'shop-cli auth login', instead of SHOP_URL and a token",
  SHOP_OUTPUT: `output format: ${either(outputFormats)} (default ${defaultFormat})`,
  SHOP_LOG_FORMAT: 'messages on stderr: text, or json for one event per line (default text)',
  SHOP_LANGUAGE: 'language of product texts: nl, en, de, fr, es or it',
  SHOP_TIMEOUT: 'time limit for one request, such as 500ms, 30s or 2m (default 30s)',
  SHOP_RETRIES: 'retries for reads (default 2)',
  SHOP_FILTER_STYLE: 'how list filters are sent: both, plain or bracket (default both)',
  SHOP_PAGE_SIZE: 'records per page when reading a whole list, 1 to 500 (default 100)',
  SHOP_READ_ONLY: 'refuse every write, unless the value is 0, no or false; a profile can do this too',
  SHOP_TAX_FIELD: 'field that carries the VAT rate of a new product: both, taxRate or taxRateVal (default both)',
} as const;

/** What other programs read too: the page `help environment` has them below its own. */
export const commonVariables = {
  PAGER: 'pager for long lists; empty for none (default less -FRX)',
  NO_COLOR: 'disable colour, whatever the value',
  FORCE_COLOR: 'use colour even in a pipe, unless the value is 0',
  FORCE_HYPERLINK: 'show links even if the terminal is not known to support them; none if the value is 0',
  CI: 'ask no questions, whatever the value',
  GITHUB_ACTIONS: 'true on GitHub: write annotations',
  GITHUB_STEP_SUMMARY: 'file to which imports and diffs append a summary, as GitHub sets it',
  CI_NODE_INDEX:
    'number of this part for --shard auto, from 1, as GitLab sets it; or SHARD_NUMBER, or from 0 SHARD_INDEX or JOB_COMPLETION_INDEX',
  HTTPS_PROXY: 'proxy for stores with https://',
  NO_PROXY: 'hosts to reach without the proxy, separated by commas',
  NODE_EXTRA_CA_CERTS: 'PEM file of certificates to trust as well, like --ca-file',
  XDG_CONFIG_HOME: 'base directory for profiles, in shop-cli (default ~/.config)',
  XDG_DATA_HOME: 'base directory for the sandbox, in shop-cli (default ~/.local/share)',
  XDG_STATE_HOME: 'base directory for the import history, in shop-cli (default ~/.local/state)',
  XDG_CACHE_HOME: 'base directory for compiled code, in shop-cli (default ~/.cache)',
} as const;

export type Variable = keyof typeof variables;

/** What one source (the environment or `.env`) sets. */
export type VariableValues = Readonly<Partial<Record<Variable, string>>>;

/** Whether a variable that is a switch is on. */
export const isYes = (value = ''): boolean => !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** The settings of shop-cli among variables. */
export const shopValues = (all: Readonly<Record<string, string | undefined>>): VariableValues =>
  Object.fromEntries(Object.keys(variables).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));

/** Letters that may differ in a name that is almost one of ours. */
const maxDifferences = 2;

/**
 * The variable of ours that a name most likely means and is not: for `SHOP_TIMOUT` and `shop-timeout`. Undefined for one
 * of ours, and for any other: `SHOP_TOKEN_2` is another token of somebody.
 */
export function nearVariable(name: string): Variable | undefined {
  const letters = lettersOf(name);
  if (Object.hasOwn(variables, name)) return undefined;
  if (isNear(letters, 'SHOP_READ_ONLY')) return 'SHOP_READ_ONLY';
  // Of a hundred variables hardly one passes: comparing all would take longer than reading the settings.
  if (!letters.startsWith('s')) return undefined;
  const near = Object.keys(variables).find((known) => isNear(letters, known) && !name.startsWith(`${known}_`));
  return near as Variable | undefined;
}

/** In a short name, such as SHOP_URL, two other letters make another name: SHOP_ORG. */
function isNear(letters: string, known: string): boolean {
  const wanted = lettersOf(known);
  const most = Math.min(maxDifferences, wanted.length - 'shop'.length - 2);
  if (Math.abs(wanted.length - letters.length) > most || lettersLacking(wanted, letters) > most) return false;
  return distance(letters, wanted) <= most;
}

/** How many letters of one name another does not have: no less differ. Next to all variables of an environment lack more. */
function lettersLacking(wanted: string, letters: string): number {
  let left = letters;
  for (const letter of wanted) left = left.replace(letter, '');
  return wanted.length - (letters.length - left.length);
}

/** A variable whose name is almost one of ours. */
interface Misspelled {
  readonly text: string;
  readonly remedy: string;
  /** Whether it may mean that every write is refused. */
  readonly isMark: boolean;
}

/** The variables of an environment that are most likely misspelled. */
export const misspelledIn = (env: Context['env']): readonly Misspelled[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const near = nearVariable(name);
    if (near === undefined || !value) return [];
    return {
      text: `Unknown variable ${name} in the environment. Did you mean ${near}?`,
      remedy: `unset ${name}`,
      isMark: near === 'SHOP_READ_ONLY' && isYes(value),
    };
  });

/** A name for comparing: only letters and digits, of any width. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/** Refuses the variables with which Node prints every URL, token included, or skips certificate checks. */
export function refuseLeakyNode(env: Context['env']): void {
  if (env.NODE_DEBUG) {
    throw new CliError('usage', 'NODE_DEBUG would print the token with every request.', {
      hint: 'Unset NODE_DEBUG. To see the requests without the token, pass --verbose.',
    });
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new CliError(
      'usage',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: the token could reach anyone.',
      {
        hint: 'Unset it. To trust your own authority, pass --ca-file <file>.',
      },
    );
  }
}

/**
 * Variables that coding agents set for the commands that they run. Not those that are also set in the terminals of an
 * editor, where people type.
 */
const agentVariables = [
  ...(['AI_AGENT', 'AGENT', 'CLAUDECODE', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CURSOR_AGENT'] as const),
  ...(['GEMINI_CLI', 'ANTIGRAVITY_AGENT', 'AUGMENT_AGENT', 'OPENCODE'] as const),
] as const;

/** The variable that an agent has set; undefined where a person or a job runs the command. */
export const agentIn = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  agentVariables.find((name) => !['', '0', 'false', undefined].includes(env[name]));

/** The page `help agents`. SKILL.md has the same at length. */
export const agentAdvice = [
  ['commands --json', 'every command with its options, exit codes and examples'],
  ['schema <name>', 'the JSON Schema of an output, an error or a report'],
  ['--json', 'the result as one JSON document on stdout, an error as one object on stderr'],
  ['--no-input', 'never ask questions'],
  ['auth status --json', 'check this first: which store, and whether it is production or read-only'],
  ['--store sandbox', 'practise on the embedded store: nothing leaves this machine'],
  ['--dry-run', 'show what a write would send, without sending it'],
  [
    '--yes',
    'required for deletions, and for writes to a real store if AI_AGENT or the like is set; pass it only after a person has approved the dry run',
  ],
  ['--save-plan <file>', 'plan an import; once a person has approved it, run imports apply <file>'],
  ['exit 6, 8, 9', 'retry the same command later: nothing is sent twice'],
  ['exit 10', 'a write has an unknown outcome: look it up before repeating it'],
  ['exit 7', 'finished, but some rows need attention: see --report, fix those in --rejected'],
  ['exit 2, 3, 4, 5', 'do not retry: change the command, or ask a person'],
  ['never', 'pass a token as an argument, delete records to clean up, edit a journal, or use --restart unasked'],
] as const;
