// Bundles src into dist: one file for what every command needs, one for each part that is loaded when it is used, and the licences of
// everything that went in.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

// cli-table3 measures text with a string-width of 2021, which does not know newer emoji and marks of many scripts.
const tableWidth = {
  name: 'cli-table3 measures text as src/output/width.ts does',
  setup({ onResolve, onLoad }) {
    const namespace = 'table-width';
    onResolve({ filter: /^string-width$/ }, ({ importer, path }) =>
      /[\\/]cli-table3[\\/]/.test(importer) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /^string-width$/, namespace }, () => ({
      contents: "module.exports = require('./src/output/width.ts').widthOf;",
      resolveDir: '.',
    }));
  },
};

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [tableWidth],
  external: ['libsql'],
  // CommonJS packages in the bundle call require() for Node's own modules.
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await writeFile('dist/THIRD-PARTY-NOTICES.txt', await notices(Object.keys(metafile.inputs)));

/** Name, version, licence and licence text of every package that the inputs come from. */
async function notices(inputs) {
  const packages = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const parts = await Promise.all([...packages].sort().map(notice));
  return `shop-cli contains the following packages.\n\n${parts.join('\n')}`;
}

async function notice(directory) {
  const { name, version, license } = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(`${directory}/${file}`, 'utf8') : '';
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
}
