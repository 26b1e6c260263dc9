import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ownDirectory } from '../support/directory.ts';
import { packageSources } from '../support/programs.ts';
import { type JobResult, runSteps, workflowAt } from './runner.ts';

// The workflow of a release, with its scripts as they stand.

const path = '.github/workflows/release.yml';
const text = readFileSync(path, 'utf8');

interface ReleaseJob {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
}

const { permissions, jobs } = parse(text) as {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, ReleaseJob>>;
};

test('nothing is packed before CI has passed, only what was packed is published, and no job may do more than it needs', () => {
  const allowed = Object.entries(jobs).map(([name, { needs, permissions: own }]) => [name, needs, own ?? permissions]);
  expect(allowed).toEqual([
    ['check', undefined, { contents: 'read' }],
    ['package', 'check', { contents: 'read', 'id-token': 'write', attestations: 'write' }],
    ['github', 'package', { contents: 'write' }],
    ['npm', 'package', { contents: 'read', 'id-token': 'write' }],
  ]);
  expect(text).not.toContain('secrets.');
});

interface Release {
  readonly run: (job: string, tag?: string) => Promise<JobResult>;
  readonly directory: string;
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** A checked out repository, in which `npm ci` was done, and `npm publish` says what it was asked. */
function checkOut(): Release {
  const root = ownDirectory();
  const directory = join(root, 'repository');
  for (const file of packageSources) cpSync(file, join(directory, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  mkdirSync(join(root, 'bin'));
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\ncase $1 in ci) ;; publish) echo "npm $*" ;; *) exec ${npm} "$@" ;; esac\n`;
  for (const [name, content] of [
    ['npm', script],
    ['gh', '#!/bin/sh\necho "gh $*"\n'],
  ] as const) {
    writeFileSync(join(root, 'bin', name), content);
    chmodSync(join(root, 'bin', name), 0o755);
  }
  const { jobs: steps } = workflowAt(path);
  return {
    directory,
    run: (job, tag = `v${version}`) =>
      runSteps(steps[job] ?? { steps: [] }, {
        ...{ directory, shared: join(root, 'shared'), temp: join(root, 'temp') },
        path: `${join(root, 'bin')}:${process.env.PATH}`,
        values: { 'github.ref_name': tag, 'github.token': 'x', 'github.repository': 'shop/cli' },
      }),
  };
}

test('the tarball is packed with its bill of materials and checksums, released and published', {
  timeout: 180_000,
}, async () => {
  const { run, directory } = checkOut();
  expect(await run('package')).toMatchObject({ isSuccess: true });
  const tarball = `shop-cli-${version}.tgz`;
  expect(readdirSync(join(directory, 'release')).sort()).toEqual(['SHA256SUMS', 'sbom.cdx.json', tarball]);
  execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(directory, 'release') });
  expect((await run('github')).log).toContain(
    `gh release create v${version} release/SHA256SUMS release/sbom.cdx.json release/${tarball}`,
  );
  expect((await run('npm')).log).toBe(`npm publish ./release/${tarball} --provenance --access public\n`);
});

test('a tag that is not the version stops a release before anything is packed', async () => {
  const { codes, log } = await checkOut().run('package', 'v9.9.9');
  expect(codes).toEqual([1]);
  expect(log).toContain(`The tag is v9.9.9, the version is ${version}.`);
});
