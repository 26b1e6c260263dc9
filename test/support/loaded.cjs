// Preloaded into a process (`node -r`): at its end, says on file descriptor 3 which files of ours it has loaded, and
// what of Intl it has used, which takes as long as a third of Node's start.
const { statSync, writeSync } = require('node:fs');
const { basename } = require('node:path');

const languages = [];
const telling = (name, original) =>
  new Proxy(original, {
    construct(target, values) {
      languages.push(name);
      return Reflect.construct(target, values);
    },
    apply(target, self, values) {
      languages.push(name);
      return Reflect.apply(target, self, values);
    },
  });
for (const name of ['Collator', 'DateTimeFormat', 'DisplayNames', 'NumberFormat', 'Segmenter'])
  Intl[name] = telling(name, Intl[name]);
for (const { prototype } of [Number, BigInt, Date])
  prototype.toLocaleString = telling('toLocaleString', prototype.toLocaleString);
String.prototype.localeCompare = telling('localeCompare', String.prototype.localeCompare);

process.on('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path !== __filename);
  writeSync(
    3,
    JSON.stringify({
      files: files.map((path) => basename(path).replace(/-[\w-]{8}(?=\.cjs$)/, '')),
      languages,
      kilobytes: files.reduce((sum, path) => sum + statSync(path).size, 0) / 1024,
    }),
  );
});
