// Preloaded into a process (`node -r`): at its end, says on file descriptor 3 which files of ours it has loaded.
const { statSync, writeSync } = require('node:fs');
const { basename } = require('node:path');

process.on('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path !== __filename);
  writeSync(
    3,
    JSON.stringify({
      files: files.map((path) => basename(path).replace(/-[\w-]{8}(?=\.cjs$)/, '')),
      kilobytes: files.reduce((sum, path) => sum + statSync(path).size, 0) / 1024,
    }),
  );
});
