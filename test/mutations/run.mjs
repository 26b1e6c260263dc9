// Removes the rules that prevent lost products and duplicates, and those that keep secrets, one at a time, and shows that tests fail:
// npm run mutations. Exits with 1 if a mutation survives. `npm run mutations -- --only I2,S7` runs those of these rules, `--only S` of all that begin so.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutate, mutations } from './mutations.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const chosen = mutations.filter(
  ({ rule }) => only?.some((name) => rule === name || rule.replace(/\d+$/, '') === name) ?? true,
);
const directory = await mkdtemp(join(tmpdir(), 'shop-cli-mutations-'));
let survived = 0;
const notCopied = new Set(['node_modules', '.git', 'dist']);

try {
  await cp('.', directory, { recursive: true, filter: (path) => !notCopied.has(path) });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  if ((await run('node', ['build.mjs'])) !== 0)
    throw new Error('The copy is not built: run `node build.mjs` to see why.');
  const whole = await failingTests(chosen.flatMap(({ tests }) => tests));
  if (whole.length > 0) throw new Error(`Red without any mutation: ${whole.join('; ')}`);
  for (const mutation of chosen) tell(mutation, await redWith(mutation));
  console.log(`${chosen.length} mutations, ${survived} survived.`);
  process.exitCode = survived === 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** The tests that go red with a mutation. */
async function redWith(mutation) {
  const { file, tests } = mutation;
  const path = join(directory, file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, mutate(source, mutation));
  try {
    return await failingTests(tests);
  } finally {
    await writeFile(path, source);
  }
}

/** Builds, since some tests use the built program, and runs the tests. A failing model is not made smaller: that it fails is enough. */
async function failingTests(tests) {
  await run('node', ['build.mjs']);
  const report = join(directory, 'report.json');
  await rm(report, { force: true });
  const paths = [...new Set(tests)];
  await run('npx', ['vitest', 'run', ...paths, '--reporter=json', `--outputFile=${report}`, '--testTimeout=120000'], {
    MODEL_QUICK: '1',
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8'));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    return failed.length === 0 && status === 'failed' ? [`${name}: ${message}`] : failed;
  });
}

async function run(program, words, env = {}) {
  const child = spawn(program, words, { cwd: directory, env: { ...process.env, ...env }, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

function tell({ rule, what }, red) {
  if (red.length === 0) survived++;
  console.log(`${rule.padEnd(5)}${what}: ${red.length === 0 ? 'SURVIVED' : `${red.length} red`}`);
  for (const name of red.slice(0, 4)) console.log(`       ${name.slice(0, 140)}`);
  if (red.length > 4) console.log(`       and ${red.length - 4} more`);
}
