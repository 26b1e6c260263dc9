#!/usr/bin/env node
// Every Node, however old, must be able to parse this file: it is the one that says when Node is too old.
var pkg = require('../package.json');
var running = process.versions.node.split('.');
var wanted = pkg.engines.node.replace(/[^0-9.]/g, '').split('.');
var tooOld =
  Number(running[0]) < Number(wanted[0]) ||
  (Number(running[0]) === Number(wanted[0]) && Number(running[1]) < Number(wanted[1]));

if (tooOld) {
  process.stderr.write(
    'shop-cli needs Node ' + wanted.join('.') + ' or newer; this is Node ' + process.versions.node + '.\n'
  );
  process.stderr.write('Install a newer one from nodejs.org.\n');
  process.exitCode = 2;
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.on('error', function () {
    process.exitCode = 1;
  });
  process.stdout.write(pkg.version + '\n');
} else {
  require('./start.cjs')(pkg.version);
}
