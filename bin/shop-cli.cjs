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
} else {
  start(readyText(process.argv.slice(2)));
}

function start(ready) {
  if (ready === undefined) return require('./start.cjs')(pkg.version);
  process.stdout.on('error', function (error) {
    // A reader that has gone, as `| head`, has what it wanted.
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write('Error: Failed to write the result (' + error.code + ').\nCheck whether the disk is full.\n');
  });
  process.stdout.write(ready);
}

/** What needs no program: the version, a page of help where it fits, the commands as data, and the answer to Tab. */
function readyText(argv) {
  if (argv.length === 1 && /^(--version|-V|version)$/.test(argv[0])) return pkg.version + '\n';
  if (argv[0] === '__complete') return completions(argv.slice(1));
  if (argv.join(' ') === 'commands --json') return stored('commands.json');
  var last = argv[argv.length - 1];
  var asks = last === '--help' || last === '-h';
  var help = argv[0] === 'help';
  if ((!asks && !help && argv.length > 1) || process.stdout.columns < 80) return undefined;
  var pages = require('../dist/help.json');
  var words = asks ? argv.slice(0, -1) : help ? argv.slice(1) : argv;
  var name = words.join(' ');
  var page = own(pages, (help ? 'help ' : '') + name) || own(pages, name);
  // An alias has the name of its page.
  if (page && page.indexOf('\n') < 0) page = pages[page];
  // A noun alone is a question; a command alone is run.
  return asks || help || /^Usage: .* <command> /.test(page) ? page : undefined;
}

/** What is typed may be `constructor`, which every object has. */
function own(pages, name) {
  // biome-ignore lint/suspicious/noPrototypeBuiltins: Object.hasOwn is newer than this file may be
  return pages.hasOwnProperty(name) ? pages[name] : undefined;
}

function stored(name) {
  return require('node:fs').readFileSync(require('node:path').join(__dirname, '../dist', name), 'utf8');
}

/** A person is typing: whatever goes wrong, nothing may appear between the words. */
function completions(typed) {
  try {
    return require('../dist/completion.cjs').answer(typed, require('../dist/completion.json'), profileNames());
  } catch (_) {
    process.exitCode = 1;
    return '';
  }
}

/** The names of the user's profiles: `configDirectory` says where they are. */
function profileNames() {
  try {
    return Object.keys(JSON.parse(textOf(profilesFile())).profiles);
  } catch (_) {
    return [];
  }
}

function profilesFile() {
  var path = require('node:path');
  var env = process.env;
  var stated = env.XDG_CONFIG_HOME;
  if (stated && path.isAbsolute(stated)) return path.join(stated, 'shop-cli', 'config.json');
  var usual = process.platform === 'win32' ? env.APPDATA || '' : path.join(require('node:os').homedir(), '.config');
  return path.isAbsolute(usual) ? path.join(usual, 'shop-cli', 'config.json') : '';
}

/** Of a regular file of at most 1 MiB: reading a pipe or a device might never end. */
function textOf(file) {
  var fs = require('node:fs');
  var descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK || 0));
  var found = fs.fstatSync(descriptor);
  return found.isFile() && found.size <= 1048576 ? fs.readFileSync(descriptor, 'utf8') : '';
}
