import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';

// Needs a build.

/** The commands of deploy/README.md, a text for each block. */
const blocks = [...readFileSync('deploy/README.md', 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);

test('the steps of deploy/README.md work in a folder with nothing but the tarball', () => {
  const root = ownDirectory();
  const [folder, bin, log] = [join(root, 'empty'), join(root, 'bin'), join(root, 'log')];
  for (const each of [folder, bin]) mkdirSync(each);
  execFileSync('npm', ['pack', '--pack-destination', folder], { stdio: 'ignore' });
  // Neither is on every machine: what they are given is tried by the other tests.
  for (const name of ['docker', 'kubectl']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: root };
  for (const block of blocks) execFileSync('bash', ['-euc', block], { cwd: folder, env });
  expect(readdirSync(join(folder, 'image')).sort()).toEqual(['Dockerfile', 'shop-cli-0.3.0.tgz']);
  const copied = ['shop-import/shop.env', 'tools/shop-cli-0.3.0.tgz', '.gitlab-ci.yml'];
  const workflow = ['.github/workflows/catalogue.yml', '.github/actions/shop-cli/action.yml'];
  expect([...copied, ...workflow].filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  const called = readFileSync(log, 'utf8').split('\n');
  expect(called.slice(0, 4)).toEqual([
    'docker build --tag shop-cli:0.3.0 image',
    expect.stringMatching(/^docker run .*--read-only .* products import catalogue\.csv$/),
    'kubectl kustomize .',
    'kubectl apply --kustomize .',
  ]);
});
