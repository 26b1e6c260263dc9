import { type Examination, type Finding, ok, warning } from './check.ts';

export const version = ({ session }: Examination): Finding => ok(session.context.version);

/** The oldest Node that shop-cli runs on, and the majors that it is tested on. */
const oldest = { major: 20, minor: 19 };
const tested: readonly number[] = [20, 22, 24, 26];

export function node({ machine: { node } }: Examination): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const range = `${oldest.major}.${oldest.minor} or newer`;
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor))
    return {
      result: 'failed',
      kind: 'usage',
      message: `${node} is too old: ${range} is required`,
      hint: 'Install a newer Node from nodejs.org.',
    };
  if (tested.includes(major)) return ok(`${node} (${range} required)`);
  return warning(
    `${node} is not tested with shop-cli (tested: ${tested.join(', ')})`,
    'If something fails, try one of those.',
  );
}

export const system = ({ machine }: Examination): Finding => ok(machine.system);

export function terminal({ session: { context } }: Examination): Finding {
  const { stdout, env } = context;
  const where = stdout.isTerminal ? `terminal, ${stdout.columns} columns` : 'no terminal: output goes to a pipe';
  return ok(`${where}${env.CI ? ', in CI' : ''}${stdout.isTerminal && env.TERM ? ` (${env.TERM})` : ''}`);
}

export function sqlite({ machine }: Examination): Finding {
  if (machine.hasSqlite) return ok('installed');
  return warning(
    'not installed: imports and the sandbox need it',
    'Reinstall with optional dependencies: npm install --include=optional',
  );
}

export async function keychain({ session: { context } }: Examination): Promise<Finding> {
  const keychain = await context.keychain();
  // An entry that is not there: for that no keychain has to be unlocked.
  const answers = await keychain?.read('-').then(
    () => true,
    () => false,
  );
  if (keychain && answers) return ok(`tokens are stored in ${keychain.name}`);
  return ok('not available: tokens are stored in a file that only you can read');
}
