// The main job in one go: starts an empty sandbox, imports the example catalogue into it, and shows the result.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/shop-cli.cjs', import.meta.url));
const catalogue = 'examples/products.csv';
const directory = await mkdtemp(join(tmpdir(), 'shop-cli-demo-'));
const sandbox = spawn(
  process.execPath,
  [program, 'sandbox', '--empty', '--port', '0', '--db', join(directory, 'demo.db')],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);

try {
  const env = { ...process.env, ...(await variablesOf(sandbox.stdout)) };
  await shopCli(env, 'products', 'import', catalogue);
  await shopCli(env, 'products', 'list', '--limit', '12');
  await shopCli(env, 'products', 'get', 'TUIN-004');
  await shopCli(env, 'products', 'get', 'TUIN-004', '--json');
} finally {
  sandbox.kill('SIGTERM');
  await once(sandbox, 'exit');
  await rm(directory, { recursive: true, force: true });
}

/** The address and the token that the sandbox prints first. */
async function variablesOf(stream) {
  const variables = {};
  for await (const line of createInterface({ input: stream })) {
    const [name, value] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) return variables;
  }
  throw new Error('The sandbox did not start.');
}

async function shopCli(env, ...argv) {
  console.log(`\n$ shop-cli ${argv.join(' ')}`);
  const child = spawn(process.execPath, [program, ...argv], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`shop-cli ${argv.join(' ')} ended with exit code ${code}.`);
}
