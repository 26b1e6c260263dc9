// Apart from the launcher, since an old Node cannot parse it.
const { enableCompileCache } = require('node:module');

module.exports = async (version) => {
  const cache = enableCompileCache && require('./compile-cache.cjs')(process);
  if (cache) enableCompileCache(cache);
  // Should everything fall silent before the end, as when the terminal goes away at a question, that is no success.
  process.exitCode = 1;
  try {
    const { main } = require('../dist/main.cjs');
    process.exitCode = await main(process.argv.slice(2), version);
  } catch (error) {
    // Node would print the line of the program before it: all of a file.
    process.stderr.write(`Internal error in shop-cli. Please report it:\n${String(error?.stack ?? error)}\n`);
  }
};
