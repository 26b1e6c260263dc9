import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { putOnPath, runProgram } from '../support/programs.ts';
import { canary, ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

interface Job {
  readonly strategy?: { matrix: { part: number[] } };
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly jobs?: Readonly<Partial<Record<'import' | 'plan' | 'apply', Job>>>;
  readonly spec?: {
    readonly completions: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] } };
  };
}

const guide = await readFile('docs/import.md', 'utf8');
const documents = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(
  ([, document = '']) => parseAllDocuments(document)[0]?.toJS() as Workflow,
);
const workflow = documents.find(({ jobs }) => jobs?.import);
const job = documents.find(({ spec }) => spec);
const approval = documents.find(({ jobs }) => jobs?.plan)?.jobs;

/** Runs a command line of the guide with the built program in place of the installed one. Returns `done`, or what went wrong. */
async function shell(line: string, directory: string, env: Readonly<Record<string, string>>): Promise<string> {
  putOnPath(join(directory, 'bin'));
  const { code, err } = await runProgram('/bin/sh', ['-c', line.replace('npx --no -- shop-cli', 'shop-cli')], {
    cwd: directory,
    env: { PATH: `${join(directory, 'bin')}:${process.env.PATH}`, HOME: directory, ...env },
  });
  return code === 0 ? 'done' : `${code}: ${err}`;
}

describe('the recipes of docs/import.md import every row once, in as many parts as they say', () => {
  const matrix = workflow?.jobs?.import;
  const pod = job?.spec?.template.spec.containers[0]?.args[0] ?? '';
  test.each([
    [
      'the matrix of GitHub Actions',
      (matrix?.strategy?.matrix.part ?? []).map((part) => ({
        line: (matrix?.steps.find(({ run }) => run?.includes('products import'))?.run ?? '').replaceAll(
          /\$\{\{ matrix\.part \}\}/g,
          String(part),
        ),
        env: { SHARD_NUMBER: String(part), GITHUB_ACTIONS: 'true', CI: 'true' },
      })),
    ],
    [
      'the Indexed Job of Kubernetes',
      Array.from({ length: job?.spec?.completions ?? 0 }, (_, index) => ({
        line: pod.replaceAll('/catalogue/', 'catalogue/').replaceAll('/journal/', 'journal/'),
        env: { JOB_COMPLETION_INDEX: String(index) },
      })),
    ],
  ])('as written for %s', async (_, parts) => {
    const { url, run } = await serveSandbox({ empty: true });
    const parent = ownDirectory();
    const outcomes = await Promise.all(
      parts.map(async ({ line, env }, at) => {
        const machine = join(parent, String(at));
        await mkdir(join(machine, 'catalogue'), { recursive: true });
        for (const place of ['catalogue.csv', 'catalogue/catalogue.csv'])
          await copyFile('examples/products.csv', join(machine, place));
        return await shell(line, machine, { SHOP_URL: url, SHOP_TOKEN: canary, ...env });
      }),
    );
    const products = JSON.parse((await run('products list --all --json')).out) as { sku: string }[];
    expect({ outcomes, products: products.length, skus: new Set(products.map(({ sku }) => sku)).size }).toEqual({
      outcomes: ['done', 'done', 'done', 'done'],
      products: 69,
      skus: 69,
    });
  });
});

test('the plan of docs/import.md is made on one machine, and applied once on another', async () => {
  const { url, run } = await serveSandbox({ empty: true });
  const parent = ownDirectory();
  const [planner, applier] = [join(parent, 'planner'), join(parent, 'applier')];
  const env = { SHOP_URL: url, SHOP_TOKEN: canary, GITHUB_STEP_SUMMARY: 'summary', STORE: new URL(url).host };
  const runs = async (name: 'plan' | 'apply', machine: string): Promise<readonly string[]> => {
    const lines = (approval?.[name]?.steps ?? []).flatMap(({ run: line = '' }) =>
      line.includes('shop-cli ') ? [line] : [],
    );
    const outcomes: string[] = [];
    for (const line of lines) outcomes.push(await shell(line, machine, env));
    return outcomes;
  };
  for (const machine of [planner, applier]) {
    await mkdir(machine);
    await copyFile('examples/products.csv', join(machine, 'catalogue.csv'));
  }
  const planned = await runs('plan', planner);
  const before = (await run('products list --all -q')).out;
  await copyFile(join(planner, 'import.plan'), join(applier, 'import.plan'));
  const applied = await runs('apply', applier);
  const [again = ''] = await runs('apply', applier);
  const products = (await run('products list --all -q')).out.trim().split('\n').length;
  expect({ planned, before, applied, products }).toEqual({
    planned: ['done', 'done'],
    before: '',
    applied: ['done'],
    products: 69,
  });
  expect(again).toMatch(/^2: .*was already applied/s);
});
