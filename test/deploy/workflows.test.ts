import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeDirectory, ownDirectory, removeDirectory } from '../support/directory.ts';
import { catalogueOf, openShop, type Shop } from '../support/shop.ts';
import { evaluated, type JobResult, type Runner, registry, runSteps, workflowAt } from './runner.ts';

// The workflows of deploy/github and deploy/gitlab with their scripts as they stand. Needs a build.

const github = 'deploy/github';

let packed = '';
let tarball = '';
/** Its folder stands before the others in the paths of the jobs. */
let onceInstalled = '';

beforeAll(async () => {
  packed = makeDirectory();
  await promisify(execFile)('npm', ['pack', '--pack-destination', packed]);
  tarball = join(packed, readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? '');
  onceInstalled = npmOnce(join(packed, 'npm'));
});

/** An npm that installs for the first job, and copies that for those which ask in the same words: thirty jobs, each of them for seconds. */
function npmOnce(folder: string): string {
  mkdirSync(folder);
  const script = `#!/bin/bash
own=${folder}:
PATH=\${PATH//"$own"/}
words='^install --global --prefix ([^ ]+) --no-audit --no-fund file:[^ ]+$'
[[ $* =~ $words ]] || exec npm "$@"
first=${folder}/first
if mkdir "$first" 2>/dev/null; then npm "\${@:1:3}" "$first" "\${@:5}" || exit; fi
cp -al "$first" "\${BASH_REMATCH[1]}"
`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  return folder;
}

afterAll(() => removeDirectory(packed));

/** A repository as the files ask for: our action, the tarball and a catalogue. */
function checkOut(directory: string, catalogue: string): void {
  mkdirSync(join(directory, 'tools'), { recursive: true });
  cpSync('deploy/action', join(directory, '.github/actions/shop-cli'), { recursive: true });
  cpSync(tarball, join(directory, 'tools', basename(tarball)));
  writeFileSync(join(directory, 'catalogue.csv'), catalogue);
}

interface Repository {
  readonly shop: Shop;
  /** Runs a job on a machine of its own. */
  readonly run: (file: string, job: string, values?: Readonly<Record<string, string>>) => Promise<JobResult>;
  readonly write: (catalogue: string) => void;
  readonly skus: () => Promise<readonly string[]>;
  readonly file: (job: string, name: string) => string;
}

/** A repository with a store, until the end of the test. */
async function openRepository(catalogue: string): Promise<Repository> {
  const shop = await openShop({ options: ['--empty'] });
  const root = ownDirectory();
  let content = catalogue;
  let runs = 0;
  const folders = new Map<string, string>();
  return {
    shop,
    write: (next) => {
      content = next;
    },
    run: async (file, job, values = {}) => {
      const directory = join(root, `run-${++runs}`, 'repository');
      folders.set(job, directory);
      checkOut(directory, content);
      const runner: Runner = {
        ...{ directory, shared: join(root, 'shared'), temp: join(dirname(directory), 'temp') },
        path: `${onceInstalled}:${process.env.PATH}`,
        values: {
          ...{ 'vars.SHOP_URL': shop.variables.SHOP_URL ?? '', 'secrets.SHOP_TOKEN': token(shop) },
          'vars.STORE': hostOf(shop),
          ...{ 'secrets.SHOP_READ_TOKEN': token(shop), 'github.run_id': String(runs), 'github.run_attempt': '1' },
          ...values,
        },
      };
      const { jobs } = workflowAt(join(github, file));
      const result = await runSteps(jobs[job] ?? { steps: [] }, runner);
      expect(result.log + result.summary).not.toContain(token(shop));
      return result;
    },
    skus: shop.skus,
    file: (job, name) => join(folders.get(job) ?? '', name),
  };
}

const hostOf = ({ variables }: Shop): string => new URL(variables.SHOP_URL ?? '').host;
const token = ({ variables }: Shop): string => variables.SHOP_TOKEN ?? '';

const own = '.github/workflows';
const files = [github, own].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

test.each(files)('GitHub reads the workflow %s without a fault', async (path) => {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await parser();
  const [name, content] = [basename(path), readFileSync(path, 'utf8')];
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(String)).toEqual([]);
  const template = value && (await convertWorkflowTemplate(context, value));
  expect({ read: template !== undefined, errors: template?.errors ?? [] }).toEqual({ read: true, errors: [] });
});

const pinned = [...files, 'deploy/action/action.yml'];

test.each(pinned)(
  'every action that %s takes from elsewhere is named by its commit, with its version beside it',
  (path) => {
    const uses = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('uses: ') && !/^#|uses: \.\//.test(line.trim()));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  },
);

test('no workflow restores the journal of another one', () => {
  const keys = readdirSync(github).flatMap((name) =>
    [...readFileSync(join(github, name), 'utf8').matchAll(/(key|restore-keys): (journal.*)/g)].map(
      ([, kind, text = '']) => ({ name, isPrefix: kind === 'restore-keys', text }),
    ),
  );
  const prefixes = keys.filter(({ isPrefix }) => isPrefix);
  expect(prefixes).toHaveLength(2);
  const foreign = prefixes.flatMap((prefix) =>
    keys.filter(({ name, text }) => name !== prefix.name && text.startsWith(prefix.text)),
  );
  expect(foreign).toEqual([]);
});

interface Planning {
  readonly script?: readonly string[];
  readonly steps?: readonly { readonly run?: string; readonly with?: { readonly 'retention-days'?: number } }[];
  readonly artifacts?: { readonly expire_in?: string };
}

test.each(['deploy/github/catalogue.yml', 'deploy/gitlab/.gitlab-ci.yml'])(
  'a plan of %s can be applied for as long as its artifact is kept',
  (path) => {
    const config = parse(readFileSync(path, 'utf8')) as {
      readonly jobs?: { readonly plan: Planning };
      plan?: Planning;
    };
    const { script = [], steps = [], artifacts } = config.jobs?.plan ?? config.plan ?? {};
    const commands = [...script, ...steps.map(({ run = '' }) => run)].join('\n');
    const valid = /--valid-for (\d+)d/.exec(commands)?.[1];
    const kept = steps.map((step) => step.with?.['retention-days']).find((days) => days !== undefined);
    expect(valid).toBeDefined();
    expect(artifacts?.expire_in ?? `${kept} days`).toBe(`${valid} days`);
  },
);

let bundled: ReturnType<typeof workflowParser> | undefined;
const parser = (): ReturnType<typeof workflowParser> => {
  bundled ??= workflowParser();
  return bundled;
};

/** GitHub's own parser, bundled: Node 20 cannot load it as it is, since it imports JSON without an attribute. */
async function workflowParser(): Promise<typeof import('@actions/workflow-parser')> {
  const bundle = await rolldown({ input: '@actions/workflow-parser', platform: 'node', logLevel: 'silent' });
  const file = join(packed, 'parser.mjs');
  await bundle.write({ format: 'esm', file });
  return await import(file);
}

describe('a catalogue in a repository', () => {
  test('a pull request is planned, a merge is approved and applied, once', async () => {
    const { run, skus, write, file } = await openRepository(catalogueOf(['A', 'B']));
    const pull = await run('catalogue.yml', 'plan');
    expect(pull).toMatchObject({ isSuccess: true });
    expect(pull.summary).toContain('2');
    expect(existsSync(file('plan', 'plan.html'))).toBe(true);
    expect(await skus()).toEqual([]);

    expect(await run('catalogue.yml', 'plan')).toMatchObject({ isSuccess: true });
    expect((await run('catalogue.yml', 'apply', { 'vars.STORE': 'other.example' })).codes).toEqual([2]);
    expect(await run('catalogue.yml', 'apply')).toMatchObject({ isSuccess: true });
    expect(await skus()).toEqual(['A', 'B']);
    expect(existsSync(file('apply', 'report.html'))).toBe(true);

    // The same job again, as the button of GitHub runs it: the plan was applied, and nothing is left to do.
    expect(await run('catalogue.yml', 'apply')).toMatchObject({ isSuccess: true });
    // A file that changed after the plan.
    write(catalogueOf(['A', 'B', 'C']));
    expect((await run('catalogue.yml', 'apply')).codes).toEqual([2]);
    expect(await skus()).toEqual(['A', 'B']);
  });

  test('an invalid row fails the pull request at its line', async () => {
    const { run, skus } = await openRepository('sku,name,price\nA,Mug,9.95\nB,Mug,cheap\n');
    const { codes, log, summary } = await run('catalogue.yml', 'plan');
    expect(codes).toEqual([2]);
    expect(log).toContain('::error file=catalogue.csv,line=3');
    expect(summary).toContain('<tr><td>3</td><td><code>B</code></td><td>invalid</td><td><code>price ');
    expect(await skus()).toEqual([]);
  });
});

test('a feed is imported every night in four jobs, and only what is new is sent', async () => {
  const { run, skus, file } = await openRepository('');
  let feed = catalogueOf(Array.from({ length: 40 }, (_, at) => `SKU-${at}`));
  const server = createServer((_, response) => void response.end(feed));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const feedUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
  const night = async (): Promise<readonly JobResult[]> => {
    expect(await run('nightly.yml', 'feed', { 'vars.FEED_URL': feedUrl })).toMatchObject({ isSuccess: true });
    return await Promise.all(
      ['1', '2', '3', '4'].map((part) =>
        run('nightly.yml', 'import', { 'matrix.part': part, 'strategy.job-total': '4' }),
      ),
    );
  };
  expect((await night()).map(({ codes }) => codes)).toEqual([[], [], [], []]);
  expect((await skus()).length).toBe(40);
  feed += 'NEW-1,Mug,9.95\n';
  expect((await night()).map(({ codes }) => codes)).toEqual([[], [], [], []]);
  expect((await skus()).length).toBe(41);
  expect(existsSync(file('import', 'report.html'))).toBe(true);

  feed = feed.replace('SKU-7,Mug,9.95', 'SKU-7,Mug,12.50');
  expect((await night()).map(({ codes }) => codes)).toEqual([[], [], [], []]);
  expect(await run('nightly.yml', 'worklist')).toMatchObject({ isSuccess: true });
  expect(readFileSync(file('worklist', 'worklist.csv'), 'utf8')).toMatch(/SKU-7.*price.*9\.95.*12\.50/);
  expect(readFileSync(file('worklist', 'differences.txt'), 'utf8')).toContain('SKU-7');

  const refused = async (text: string, other: string): Promise<JobResult> => {
    const sound = feed;
    feed = feed.replace(text, other);
    await run('nightly.yml', 'feed', { 'vars.FEED_URL': feedUrl });
    feed = sound;
    return await run('nightly.yml', 'import', { 'matrix.part': '1', 'strategy.job-total': '4' });
  };
  expect(await refused('price', 'cost amount')).toMatchObject({ codes: [2] });
  const unpriced = await refused('SKU-8,Mug,9.95', 'SKU-8,Mug,');
  expect(unpriced).toMatchObject({ codes: [2], log: expect.stringContaining('--require price demands one') });
  const free = await refused('SKU-8,Mug,9.95', 'SKU-8,Mug,0');
  expect(free).toMatchObject({ codes: [2], log: expect.stringContaining('--fail-on-warnings is set') });
});

test.each([6, 8, 9])('an apply that ends with %i is continued by the same job', async (code) => {
  const { jobs } = workflowAt(join(github, 'catalogue.yml'));
  const [script = ''] = (jobs.apply?.steps ?? []).flatMap(({ run }) => (run?.includes('imports apply') ? [run] : []));
  const directory = ownDirectory({
    'shop-cli': `#!/bin/sh\necho run >> runs; [ $(wc -l < runs) -lt 3 ] && exit ${code}; exit 0\n`,
  });
  chmodSync(join(directory, 'shop-cli'), 0o755);
  const env = { PATH: `${directory}:${process.env.PATH}`, STORE: 'shop.example', PAUSE: '0' };
  await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { cwd: directory, env });
  expect(readFileSync(join(directory, 'runs'), 'utf8').trim().split('\n')).toHaveLength(3);
});

interface GitLabJob {
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
}

test('the jobs of GitLab plan and apply', async () => {
  const config = parse(readFileSync('deploy/gitlab/.gitlab-ci.yml', 'utf8')) as Record<string, GitLabJob>;
  const shop = await openShop({ options: ['--empty'] });
  const directory = ownDirectory();
  checkOut(directory, catalogueOf(['A', 'B']));
  const run = async (job: string): Promise<void> => {
    const script = [...(config['.shop-cli']?.before_script ?? []), ...(config[job]?.script ?? [])].join('\n');
    const prefix = join(directory, 'global');
    const env = {
      STORE: hostOf(shop),
      ...{ PATH: `${prefix}/bin:${process.env.PATH}`, HOME: directory, npm_config_prefix: prefix },
      ...{ GITLAB_CI: 'true', CI: 'true', ...registry, ...shop.variables },
    };
    await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', evaluated(script, {})], { cwd: directory, env });
  };
  await run('plan');
  expect(await shop.skus()).toEqual([]);
  await run('apply');
  expect(await shop.skus()).toEqual(['A', 'B']);
  for (const name of ['import.plan', 'plan.html', 'junit.xml', 'report.html'])
    expect({ name, exists: existsSync(join(directory, name)) }).toEqual({ name, exists: true });
});
