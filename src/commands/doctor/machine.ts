import { type Check, ok, warning } from './check.ts';

/** The oldest Node that shop-cli runs on, and the majors that it is tested on. */
const oldest = [20, 19] as const;
const tested: readonly number[] = [20, 22, 24, 26];

/** This machine: what shop-cli runs on. */
export const machineChecks: readonly Check[] = [
  { group: 'Machine', name: 'shop-cli', run: ({ session }) => ok(session.context.version) },
  {
    group: 'Machine',
    name: 'Node',
    run: ({ machine: { node } }) => {
      const [major = 0, minor = 0] = node.split('.').map(Number);
      const range = `${oldest.join('.')} or newer`;
      if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
        return {
          ...{ result: 'failed', kind: 'usage', message: `${node} is too old: ${range} is required` },
          hint: 'Install a newer Node from nodejs.org.',
        };
      if (tested.includes(major)) return ok(`${node} (${range} required)`);
      return warning(
        `${node} is not tested with shop-cli (tested: ${tested.join(', ')})`,
        'If something fails, try one of those.',
      );
    },
  },
  { group: 'Machine', name: 'system', run: ({ machine }) => ok(machine.system) },
  {
    group: 'Machine',
    name: 'terminal',
    run: ({ session: { context } }) => {
      const { stdout, env } = context;
      const where = stdout.isTerminal ? `terminal, ${stdout.columns} columns` : 'no terminal: output goes to a pipe';
      return ok(`${where}${env.CI ? ', in CI' : ''}${stdout.isTerminal && env.TERM ? ` (${env.TERM})` : ''}`);
    },
  },
  {
    group: 'Machine',
    name: 'SQLite',
    run: ({ machine }) =>
      machine.hasSqlite
        ? ok('installed')
        : warning(
            'not installed: imports and the sandbox need it',
            'Reinstall with optional dependencies: npm install --include=optional',
          ),
  },
  {
    group: 'Machine',
    name: 'keychain',
    run: async ({ session: { context } }) => {
      const keychain = await context.keychain();
      // An entry that is not there: for that no keychain has to be unlocked.
      const answers = await keychain?.read('-').then(
        () => true,
        () => false,
      );
      return ok(
        keychain && answers
          ? `tokens are stored in ${keychain.name}`
          : 'not available: tokens are stored in a file that only you can read',
      );
    },
  },
];
