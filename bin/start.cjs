// Apart from the launcher, since an old Node cannot parse it.
const { enableCompileCache } = require('node:module');

module.exports = async (version) => {
  enableCompileCache?.();
  // Should everything fall silent before the end, as when the terminal goes away at a question, that is no success.
  process.exitCode = 1;
  const { main } = require('../dist/main.cjs');
  process.exitCode = await main(process.argv.slice(2), version);
};
