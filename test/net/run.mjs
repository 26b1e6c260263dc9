// What a person sees, before and after: runs the same commands with two builds, each beside its own sandbox, and lists every output that differs.
//   npm run net -- <checkout of the build before> [--files <directory of catalogues>] [--only <words>]
// Both are built already. Ends with 1 where anything differs: whether that is wanted is for a person to say.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { variablesOf } from '../chaos/store.mjs';
import { catalogues, linesFor, worlds } from './commands.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' }, only: { type: 'string', default: '' } },
});
const here = fileURLToPath(new URL('../..', import.meta.url));
const [before = here] = positionals;
const token = 'net-token-0123456789abcdef0123456789';
const builds = [resolve(before), here];

let commands = 0;
let differing = 0;
for (const world of [...worlds, ...(await worldsOfFiles())]) {
  const lines = world.lines.filter((line) => line.includes(values.only));
  if (lines.length === 0) continue;
  const [old, now] = await Promise.all(builds.map((build) => outputsOf(build, world)));
  for (const [index, line] of world.lines.entries()) {
    commands += 1;
    if (old[index] === now[index]) continue;
    differing += 1;
    console.log(`\n=== ${world.name}: ${line}\n${await difference(old[index], now[index])}`);
  }
}
console.log(`${commands} commands, ${differing} differ`);
process.exitCode = differing > 0 ? 1 : 0;

/** A world for each catalogue: those made here, and those of the directory that was named. */
async function worldsOfFiles() {
  const made = Object.entries(catalogues).map(([name, content]) => ({ name, files: { [name]: content } }));
  const directory = values.files;
  const real = directory ? (await readdir(directory)).map((name) => ({ name, copied: join(directory, name) })) : [];
  return [...made, ...real].map((world) => ({ ...world, lines: linesFor(world.name) }));
}

/** Runs the lines of a world one after another. Resolves to what each said and wrote. */
async function outputsOf(build, { files = {}, copied, options = [], lines }) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-net-'));
  const home = join(directory, 'home');
  const cwd = join(directory, 'work');
  await Promise.all([mkdir(home), mkdir(cwd), mkdir(join(directory, 'bin'))]);
  for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content);
  await copyFile(join(here, 'examples/products.csv'), join(cwd, 'products.csv'));
  if (copied) await copyFile(copied, join(cwd, basename(copied)));
  const shim = join(directory, 'bin', 'shop-cli');
  await writeFile(shim, `#!/bin/sh\nexec "${process.execPath}" "${join(build, 'bin/shop-cli.cjs')}" "$@"\n`);
  await chmod(shim, 0o755);
  const env = { HOME: home, PATH: `${join(directory, 'bin')}:${process.env.PATH}`, USER: 'jo', TZ: 'UTC' };
  const sandbox = spawn(
    shim,
    ['sandbox', '--port', '0', '--token', token, '--db', join(directory, 'net.db'), ...options],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  try {
    const store = await variablesOf(sandbox.stdout);
    const outputs = [];
    const known = new Map();
    for (const line of lines) {
      const said = await runLine(line, { cwd, env: { ...env, ...store } });
      outputs.push(normal(`${said}${await changedFiles(cwd, known)}`, { directory, build, ...store }));
    }
    return outputs;
  } finally {
    sandbox.kill('SIGTERM');
    await once(sandbox, 'exit');
    await rm(directory, { recursive: true, force: true });
  }
}

async function runLine(line, options) {
  const limits = { timeout: 60_000, maxBuffer: 2 ** 26 };
  return await new Promise((done) => {
    const child = execFile('sh', ['-c', line], { ...options, ...limits }, (error, out, err) => {
      done(`exit ${error ? (error.code ?? error.signal) : 0}\n--- stdout\n${out}--- stderr\n${err}`);
    });
    child.stdin.end();
  });
}

/** The files that a command wrote, as text; a workbook is only named. */
async function changedFiles(directory, known) {
  let text = '';
  for (const name of (await readdir(directory)).sort()) {
    const { mtimeMs } = await stat(join(directory, name));
    const isNew = known.get(name) !== mtimeMs;
    known.set(name, mtimeMs);
    if (!isNew) continue;
    const bytes = await readFile(join(directory, name));
    text += `--- ${name}\n${bytes.includes(0) ? '(binary)' : bytes}\n`;
  }
  return text;
}

/** Without what differs each time: places, ports, tokens, times, durations, speeds, hashes, random names. */
function normal(text, { directory, build, SHOP_URL, SHOP_TOKEN }) {
  return [
    [SHOP_URL, 'http://SHOP'],
    [SHOP_URL.replace('http://', ''), 'SHOP'],
    [new URL(SHOP_URL).host, 'HOST'],
    [SHOP_TOKEN, 'TOKEN'],
    [directory, 'DIRECTORY'],
    [build.replace(/\/$/, ''), 'BUILD'],
  ]
    .reduce((left, [from, to]) => left.replaceAll(from, to), text)
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC|[+-]\d\d:\d\d)?/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d|\b\d\d:\d\d(:\d\d)?\b|\b\d\d? [A-Z][a-z]{2} \d{4}\b/g, 'DATE')
    .replaceAll(/\b[\d.,]+ ?(ms|s|min|h)\b/g, 'DURATION')
    .replaceAll(/\b[\d.,]+\/(s|min)\b/g, 'RATE')
    .replaceAll(
      /("[a-zA-Z]*(?:[sS]econds|[mM]illiseconds|[dD]uration|elapsed|Rate|rate|[pP]erSecond)[a-zA-Z]*":\s?)[\d.]+/g,
      '$1N',
    )
    .replaceAll(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, 'UUID')
    .replaceAll(/\bport \d+|"port": \d+/g, 'PORT')
    .replaceAll(/[\d,]+ MB free/g, 'SPACE free')
    .replaceAll(/127\.0\.0\.1_\d+-\w+/g, 'STORE')
    .replaceAll(/ time="[\d.]+"/g, ' time="N"')
    .replaceAll(
      /("(?:lag|duration|rate|firstByte|skew|min|median|max|requests|settle)":\s?|"timeSpent":\s?\{\s*"total":\s?)[\d.]+/g,
      '$1N',
    )
    .replaceAll(/\b[0-9a-f]{8,64}\b/g, 'HEX')
    .replaceAll(/\b\d{10,13}\b(?=[,\s}])/g, 'NUMBER');
}

/** The lines that differ, as `diff` shows them. */
async function difference(old, now) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-net-diff-'));
  const names = [join(directory, 'before'), join(directory, 'after')];
  await Promise.all([writeFile(names[0], old), writeFile(names[1], now)]);
  const text = await new Promise((done) => execFile('diff', ['-U1', ...names], (_, out) => done(out)));
  await rm(directory, { recursive: true, force: true });
  return text.split('\n').slice(2).join('\n');
}
