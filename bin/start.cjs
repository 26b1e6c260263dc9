// Apart from the launcher, since an old Node cannot parse import().
const { enableCompileCache } = require('node:module');

module.exports = async (version) => {
  enableCompileCache?.();
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2), version);
};
