// Bundles src into dist: few files, each loaded when it is used; the pages of help and of the manual, the commands as data, the words for Tab;
// the licences of everything that went in, and a bill of materials.

import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const source = (path) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const require = createRequire(import.meta.url);

/** The files that each module imports at once, filled when the modules are read. */
const imports = new Map();
const watched = {
  name: 'imports',
  buildEnd() {
    for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id).importedIds);
  },
};

/** These modules and all that they import at once. */
function closureOf(paths) {
  const found = new Set();
  const add = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of imports.get(id) ?? []) add(next);
  };
  for (const path of paths) add(source(path));
  return found;
}

/** What goes into one file because it is used together; the first that holds a module has it. The rest is split by use. */
const files = {
  program: ['main.ts'],
  reads: [
    'products/get.ts',
    'products/list.ts',
    'baskets/get.ts',
    'baskets/list.ts',
    'customers/get.ts',
    'orders/get.ts',
  ].map((path) => `commands/${path}`),
  session: [
    'cli/session.ts',
    'cli/accepted-writes.ts',
    'cli/read-people.ts',
    'cli/preview.ts',
    'cli/arguments.ts',
    'output/formats.ts',
    'output/table/table.ts',
    'output/json.ts',
    // What a connection has in common with commands that open none.
    'cli/hints.ts',
    'cli/store.ts',
    'client/connection.ts',
    'client/network/proxy.ts',
  ],
  connection: ['cli/connect.ts'],
};
const closures = new Map();
const groupOf = (file, priority) => ({
  priority,
  debugName: file,
  name: (id) => {
    if (!closures.has(file)) closures.set(file, closureOf(files[file]));
    return closures.get(file).has(id) ? file : null;
  },
});

/** The directories of the packages that these modules come from. */
const packagesOf = (modules) =>
  [...new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))].sort();

/** Name, version, licence and licence text of every package. */
async function notices(packages) {
  const parts = await Promise.all(packages.map(notice));
  return `shop-cli contains the following packages.\n\n${parts.join('\n')}`;
}

async function notice(directory) {
  const { name, version, license } = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(`${directory}/${file}`, 'utf8') : '';
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/**
 * A bill of materials (CycloneDX 1.6, ECMA-424): what is in the bundle, and the optional packages that npm installs with it,
 * for every system. Without a time and a serial number, so that two builds are the same bytes.
 */
async function billOfMaterials(packages) {
  const { packages: locked } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const { name, version, license, description, optionalDependencies } = JSON.parse(
    await readFile('package.json', 'utf8'),
  );
  const bundled = packages.map((directory) => directory.replace(/^.*?\/(?=node_modules\/)/, ''));
  const optional = Object.keys(locked).filter((path) => locked[path].optional && !locked[path].dev);
  const components = [
    ...bundled.map((path) => component(path, locked[path], 'required')),
    ...optional.map((path) => component(path, locked[path], 'optional')),
  ];
  const refOf = (path) => purlOf(nameOf(path), locked[path].version);
  const needs = ({ dependencies, optionalDependencies: others }) =>
    Object.keys({ ...dependencies, ...others }).map((name) => refOf(`node_modules/${name}`));
  const self = { type: 'application', 'bom-ref': purlOf(name, version), name, version, description };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { ...self, licenses: licensesOf(license), purl: purlOf(name, version) } },
    components,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: [...bundled.map(refOf), ...needs({ optionalDependencies })] },
      ...bundled.map((path) => ({ ref: refOf(path) })),
      ...optional.map((path) => ({ ref: refOf(path), dependsOn: needs(locked[path]) })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function component(path, entry, scope) {
  if (!entry) throw new Error(`package-lock.json has no ${path}.`);
  const { version, license, integrity } = entry;
  const whole = nameOf(path);
  const [group, name] = whole.startsWith('@') ? whole.split('/') : [undefined, whole];
  const purl = purlOf(whole, version);
  return {
    ...{ type: 'library', 'bom-ref': purl, ...(group && { group }), name, version, scope },
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    ...{ licenses: licensesOf(license), purl },
  };
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const licensesOf = (license) =>
  / (?:AND|OR|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** https://github.com/package-url/purl-spec */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

await rm('dist', { recursive: true, force: true });
const common = { platform: 'node', transform: { target: 'node20.19' } };
const written = {
  dir: 'dist',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  sourcemap: true,
  // Names stay: they are in the reports of faults.
  minify: { compress: true, mangle: false, codegen: true },
};
const bundle = await rolldown({
  ...common,
  input: { main: source('main.ts'), prepared: source('prepared.ts') },
  preserveEntrySignatures: 'allow-extension',
  external: ['libsql', '@napi-rs/keyring'],
  plugins: [watched],
});
const { output } = await bundle.write({
  ...written,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: Object.keys(files).map((file, at, { length }) => groupOf(file, length - at)),
  },
});
await bundle.close();
// The answer to Tab is a program of its own: it shares no file with the other.
const completion = await rolldown({ ...common, input: { completion: source('cli/completion/answer.ts') } });
await completion.write(written);
await completion.close();
// So is what asks the keychain.
const keychain = await rolldown({
  ...common,
  input: { 'keychain-process': source('system/keychain-process.ts') },
  external: ['@napi-rs/keyring'],
});
await keychain.write({ ...written, sourcemap: false });
await keychain.close();

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const { helpPages, completionWords, commandsJson, manual, schemas } = require('./dist/prepared.cjs');
await writeFile('dist/help.json', JSON.stringify(await helpPages(version)));
await writeFile('dist/commands.json', await commandsJson(version));
await mkdir('dist/man');
for (const { name, text } of await manual(version)) await writeFile(`dist/man/${name}.1`, text);
await mkdir('dist/schemas');
for (const { name, text } of await schemas(version)) await writeFile(`dist/schemas/${name}.json`, text);
await writeFile('dist/completion.json', JSON.stringify(await completionWords()));
await Promise.all(['dist/prepared.cjs', 'dist/prepared.cjs.map'].map((path) => rm(path)));
const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
const packages = packagesOf(modules);
await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(packages));
await writeFile('dist/sbom.cdx.json', await billOfMaterials(packages));
await publishable();

/** npm packs files with the permissions that they have here; everybody gets the same package. */
async function publishable() {
  const { files } = JSON.parse(await readFile('package.json', 'utf8'));
  const named = files.filter((path) => !path.startsWith('!'));
  for (const path of [...named, 'package.json', 'README.md', 'LICENSE']) {
    const isDirectory = (await stat(path)).isDirectory();
    const inside = isDirectory ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    const within = inside.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
    for (const file of isDirectory ? within : [path]) await chmod(file, 0o644);
  }
}
