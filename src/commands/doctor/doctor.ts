import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Context } from '../../context.ts';
import { CliError, exitCodes } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { redacted } from '../../text/redact.ts';
import { type Check, type Examination, examined, type Line } from './check.ts';
import { probeChecks, usualChecks } from './checks.ts';
import { inspectPrivateFiles } from './files.ts';
import { checkRecord, recordOf, reportText } from './report.ts';

/** `shop-cli doctor`: what works, and what to do about what does not. */
export const definition: CommandDefinition = {
  details:
    'Checks this machine, every setting with its source, files and permissions, the connection to the store step by step, and the API. ' +
    'It sends about 15 reads and no write. A failed check names the next step. With --json the report can go into a ticket: it has no ' +
    'token and no personal data; --mask-pii also hides your user name in paths.\n\n' +
    'With --probe, about 15 more reads detect how the store behaves where the API leaves it open: how filters are written, how many products a page may have, ' +
    'what lists look like, whether a search ignores case. The answers are saved in the profile of the store and used from then on; --dry-run only shows them.',
  examples: [
    ['doctor', 'Check everything'],
    ['doctor --json --mask-pii', 'The report for a ticket'],
    ['doctor --probe', 'Detect how this store filters, pages and searches'],
  ],
  exitCodes: {
    0: 'nothing failed, though there may be warnings',
    2: 'a setting or a file is wrong, or no store is selected',
    4: 'the token is missing or was refused',
    5: 'the certificate is not trusted, or the API is not at this address',
    6: 'the store cannot be reached',
  },
  seeAlso: ['auth status', 'imports show'],
  result: checkRecord,
  prints: 'list',
  isDiagnosis: true,
  options: (command) => {
    command.option('--probe', 'detect and save how the store filters, pages and searches');
  },
  run: async (session, raw) => {
    refuseCurl(session);
    const closers: (() => Promise<void>)[] = [];
    try {
      const more = raw.probe === true ? probeChecks : [];
      return await report(session, await examinationOf(session, closers), [...usualChecks, ...more]);
    } finally {
      // After Ctrl-C it would stay.
      await session.context.stderr.status('');
      for (const close of closers.reverse()) await close();
    }
  },
};

async function examinationOf(session: Session, closers: (() => Promise<void>)[]): Promise<Examination> {
  const { context, options } = session;
  // What the environment holds is secret even if another source names the store.
  context.secrets.add(context.env.SHOP_TOKEN ?? '');
  const machine = await context.machine();
  return {
    session,
    machine,
    privateFiles: await inspectPrivateFiles(context, machine),
    path: pathsOf(context, options.maskPii ?? false),
    opened: (close) => closers.push(close),
  };
}

async function report(session: Session, examination: Examination, checks: readonly Check[]): Promise<number> {
  const { settings, options, target, context } = session;
  const isText = settings.output === 'table' && !options.quiet && options.fields === undefined;
  const text = reportText(session);
  const writer = isText ? undefined : session.list(checkRecord);
  const lines: Line[] = [];
  const status = async ({ name }: Check): Promise<void> => {
    if (context.stderr.isTerminal && context.env.TERM !== 'dumb')
      await context.stderr.status(escapeText(`Checking ${name} …`));
  };
  for await (const line of examined(checks, examination, status)) {
    lines.push(line);
    await context.stderr.status('');
    await (writer ? writer.add([recordOf(line)]) : target.write(text.line(line)));
  }
  await (writer ? writer.end() : target.write(text.end(lines)));
  return exitCodeOf(lines);
}

/** As another command would end: by the first thing that fails. */
function exitCodeOf(lines: readonly Line[]): number {
  const first = lines.find(({ result }) => result === 'failed');
  return first === undefined ? 0 : exitCodes[first.kind ?? 'refused'];
}

function refuseCurl({ options }: Session): void {
  if (!options.curl) return;
  throw new CliError('usage', 'doctor makes many requests: there is no single curl command for it.', {
    field: '--curl',
    hint: 'To see its requests, pass --verbose.',
  });
}

/**
 * A path as tickets may have it: the home directory as `~`, and with `--mask-pii` no directory that is named like the
 * user.
 */
function pathsOf({ env, home }: Context, isMasked: boolean): (path: string) => string {
  const user = env.USER || env.LOGNAME || env.USERNAME || (home.split(/[\\/]/).at(-1) ?? '');
  const names = user.length > 1 && user !== 'root' ? user : undefined;
  return (path) => {
    const short =
      path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
        ? `~${path.slice(home.length)}`
        : path;
    if (!isMasked || names === undefined) return short;
    return short
      .split(/([\\/])/)
      .map((part) => (part === names ? redacted : part))
      .join('');
  };
}
