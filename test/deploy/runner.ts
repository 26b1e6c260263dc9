import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

// Runs the steps of a GitHub workflow as they stand: `run` in bash, our action from its file, and the actions of GitHub by what they do to files.

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A machine of its own for one job, with what it shares with others. */
export interface Runner {
  /** The checked out repository. */
  readonly directory: string;
  /** Where artifacts and caches are kept from job to job. */
  readonly shared: string;
  readonly temp: string;
  /** `secrets.SHOP_TOKEN`, `vars.SHOP_URL`, `matrix.part`, `github.run_id`: what expressions name. */
  readonly values: Readonly<Record<string, string>>;
  readonly path: string;
}

export interface JobResult {
  readonly isSuccess: boolean;
  /** Exit codes of the steps that failed. */
  readonly codes: readonly number[];
  readonly log: string;
  /** What the steps wrote to GITHUB_STEP_SUMMARY. */
  readonly summary: string;
}

/** Where npm of this machine gets packages from: the home of a step has no settings. */
export const registry: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_(?!prefix)/i.test(name))),
  npm_config_userconfig: join(homedir(), '.npmrc'),
  npm_config_cache: join(homedir(), '.npm'),
  npm_config_prefer_offline: 'true',
};

export const workflowAt = (path: string): Workflow => parse(readFileSync(path, 'utf8')) as Workflow;

/** Runs the steps of a job until one fails; steps with `if: always()` run then, too. */
export async function runSteps({ steps }: Job, runner: Runner): Promise<JobResult> {
  mkdirSync(runner.temp, { recursive: true });
  const state = { codes: [] as number[], log: '', values: { ...runner.values } };
  const files = Object.fromEntries(
    ['GITHUB_STEP_SUMMARY', 'GITHUB_PATH', 'GITHUB_OUTPUT'].map((name) => [name, join(runner.temp, name)]),
  );
  const script = async (step: Step, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const name of ['GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])
      appendFileSync(files[name] as string, '');
    const added = readFileSync(files.GITHUB_PATH as string, 'utf8')
      .trim()
      .split('\n')
      .reverse()
      .join(':');
    const { code, log } = await bash(evaluated(step.run ?? '', values), runner.directory, {
      ...{ PATH: `${added}:${runner.path}`, HOME: runner.temp, RUNNER_TEMP: runner.temp, TZ: 'UTC', ...files },
      ...registry,
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: runner.directory },
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluated(value, values)])),
    });
    state.log += log;
    if (code !== 0) state.codes.push(code);
  };
  for (const step of steps) {
    if (state.codes.length > 0 && step.if !== 'always()') continue;
    if (step.run !== undefined) await script(step, state.values);
    else if (step.uses?.startsWith('./')) {
      const action = parse(readFileSync(join(runner.directory, step.uses, 'action.yml'), 'utf8'));
      const inputs = Object.fromEntries(
        Object.entries(step.with ?? {}).map(([name, value]) => [`inputs.${name}`, String(value)]),
      );
      for (const inner of action.runs.steps as readonly Step[])
        if (inner.run !== undefined) await script(inner, { ...state.values, ...inputs });
    } else useAction(step, runner, state.values);
  }
  const summary = existsSync(files.GITHUB_STEP_SUMMARY as string)
    ? readFileSync(files.GITHUB_STEP_SUMMARY as string, 'utf8')
    : '';
  return { isSuccess: state.codes.length === 0, codes: state.codes, log: state.log, summary };
}

/** What the actions of GitHub do to the files of a job. */
function useAction(
  { uses = '', with: given = {} }: Step,
  { directory, shared }: Runner,
  values: Runner['values'],
): void {
  const paths = String(given.path ?? '')
    .split('\n')
    .filter((path) => path !== '');
  const copy = (from: string, to: string): void => {
    if (existsSync(from)) cpSync(from, to, { recursive: true });
  };
  const action = uses.split('@')[0];
  if (action === 'actions/upload-artifact')
    for (const path of paths)
      copy(join(directory, path), join(shared, `artifact-${evaluated(String(given.name), values)}`, path));
  else if (action === 'actions/download-artifact') copy(join(shared, `artifact-${given.name}`), directory);
  else if (action === 'actions/cache/save') {
    // A later key of the same prefix is the newest one.
    for (const path of paths) copy(join(directory, path), join(shared, `cache-${cacheName(given, values)}`, path));
  } else if (action === 'actions/cache/restore')
    for (const path of paths) copy(join(shared, `cache-${cacheName(given, values)}`, path), join(directory, path));
  else if (!withoutFiles.includes(action ?? '')) throw new Error(`Unknown action: ${uses}`);
}

/** Actions that need the rest of GitHub. */
const withoutFiles: readonly string[] = [
  'actions/checkout',
  'actions/setup-node',
  'actions/attest-build-provenance',
  'actions/attest-sbom',
];

/** The part of a key that stays from run to run. */
const cacheName = (given: Readonly<Record<string, unknown>>, values: Runner['values']): string =>
  evaluated(String(given.key).replace(/-?\$\{\{ github\.run_id \}\}.*/, ''), values);

/** A text with the values of its expressions. @throws for one that has none */
export function evaluated(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for ${name}`);
    return value;
  });
}

/** A script as GitHub runs it. */
function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly log: string }> {
  return new Promise((ended) => {
    const file = join(env.RUNNER_TEMP ?? cwd, 'script.sh');
    writeFileSync(file, script);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], { cwd, env });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        log += String(chunk);
      });
    child.on('close', (code) => ended({ code: code ?? -1, log }));
  });
}
