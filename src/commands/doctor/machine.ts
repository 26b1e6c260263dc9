import { type Check, type Examination, type Finding, ok, warning } from './check.ts';

export const machine: readonly Check[] = [
  { group: 'Machine', name: 'shop-cli', check: ({ session }) => ok(session.context.version) },
  { group: 'Machine', name: 'Node', check: node },
  { group: 'Machine', name: 'system', check: ({ machine }) => ok(machine.system) },
  { group: 'Machine', name: 'terminal', check: terminal },
  { group: 'Machine', name: 'SQLite', check: sqlite },
  { group: 'Machine', name: 'keychain', check: keychain },
];

/** The majors of Node that shop-cli is tested on. The launcher refuses a Node that is too old. */
const tested: readonly string[] = ['20', '22', '24', '26'];

function node({ machine: { node } }: Examination): Finding {
  const [major = ''] = node.split('.');
  if (tested.includes(major)) return ok(`${node} (20.19 or newer required)`);
  return warning(
    `${node} is not tested with shop-cli (tested: ${tested.join(', ')})`,
    'If something fails, try one of those.',
  );
}

function terminal({ session: { context } }: Examination): Finding {
  const { stdout, env } = context;
  const where = stdout.isTerminal ? `terminal, ${stdout.columns} columns` : 'no terminal: output goes to a pipe';
  return ok(`${where}${env.CI ? ', in CI' : ''}${stdout.isTerminal && env.TERM ? ` (${env.TERM})` : ''}`);
}

function sqlite({ machine }: Examination): Finding {
  if (machine.hasSqlite) return ok('installed');
  return warning(
    'not installed: imports and the sandbox need it',
    'Reinstall with optional dependencies: npm install --include=optional',
  );
}

async function keychain({ session: { context } }: Examination): Promise<Finding> {
  const keychain = await context.keychain();
  // An entry that is not there: for that no keychain has to be unlocked.
  const answers = await keychain?.read('-').then(
    () => true,
    () => false,
  );
  if (keychain && answers) return ok(`tokens are stored in ${keychain.name}`);
  return ok('not available: tokens are stored in a file that only you can read');
}
