// What the package contains of others: their licences, and a bill of materials.

import { readdir, readFile } from 'node:fs/promises';

/** The directories of the packages that these modules come from. */
export const packagesOf = (modules) =>
  [...new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))].sort();

/** Name, version, licence and licence text of every package. */
export async function notices(packages) {
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
 * A bill of materials (CycloneDX 1.6, ECMA-424): what is in the bundle, and the optional packages that are installed
 * beside it. Without a time and a serial number, so that two builds are the same bytes.
 */
export async function billOfMaterials(packages) {
  const { packages: locked } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const { name, version, license, description, optionalDependencies } = JSON.parse(
    await readFile('package.json', 'utf8'),
  );
  const bundled = packages.map((directory) => [directory.replace(/^.*?\/(?=node_modules\/)/, ''), 'required']);
  const beside = Object.keys(optionalDependencies).map((name) => [`node_modules/${name}`, 'optional']);
  const components = [...bundled, ...beside].map(([path, scope]) => component(path, locked[path], scope));
  const self = { type: 'application', 'bom-ref': purlOf(name, version), name, version, description };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { ...self, licenses: licensesOf(license), purl: purlOf(name, version) } },
    components,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) },
      ...components.map((each) => ({ ref: each['bom-ref'] })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function component(path, entry, scope) {
  if (!entry) throw new Error(`package-lock.json has no ${path}.`);
  const { version, license, integrity } = entry;
  const whole = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [group, name] = whole.startsWith('@') ? whole.split('/') : [undefined, whole];
  const purl = purlOf(whole, version);
  return {
    ...{ type: 'library', 'bom-ref': purl, ...(group && { group }), name, version, scope },
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    ...{ licenses: licensesOf(license), purl },
  };
}

const licensesOf = (license) =>
  / (?:AND|OR|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** https://github.com/package-url/purl-spec */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
