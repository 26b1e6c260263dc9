import { basename } from 'node:path';
import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Context } from '../../context.ts';
import { CliError, exitCodes } from '../../errors.ts';
import { redacted } from '../../text/words.ts';
import { api } from './api.ts';
import { type Check, type Examination, examined, ok, type ReportLine } from './check.ts';
import { files, inspectPrivateFiles } from './files.ts';
import { network } from './network.ts';
import { probe } from './probe.ts';
import { checkRecord, ReportText, recordOf } from './report.ts';
import { settings } from './settings.ts';

/** `shop-cli doctor`: what works, and what to do about what does not. */
export const definition: CommandDefinition = {
  details:
    'Checks this machine, every setting with its source, files and permissions, the connection to the store step by step, and the API. ' +
    'It sends about 11 reads and no write. If a check fails, it tells you what to do next. You can paste the --json report into a ticket, because it has no ' +
    'token and no personal data. --mask-pii also hides your user name in paths.\n\n' +
    'With --probe, about 12 more reads find out how this store behaves: how filters are written, how many products a page may have, ' +
    'and what lists look like. The answers are saved in the profile of the store and used from then on; --dry-run only shows them.',
  examples: [
    ['doctor', 'Check everything'],
    ['doctor --json --mask-pii', 'The report for a ticket'],
    ['doctor --probe', 'Detect how this store filters, pages and searches'],
  ],
  exitCodes: {
    0: 'nothing failed, though there may be warnings',
    2: 'a setting or a file is wrong, or no store is selected',
    4: 'the token is missing or was refused',
    5: 'the certificate is not trusted, or the API is not at this URL',
    6: 'the store cannot be reached',
  },
  seeAlso: ['auth status', 'imports list'],
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
      const examination = await examinationOf(session, (close) => closers.push(close));
      return await report(session, examined(raw.probe === true ? [...usual, ...probe] : usual, examination));
    } finally {
      for (const close of closers.reverse()) await close();
    }
  },
};

const versions: Check = {
  group: 'Machine',
  name: 'versions',
  check: ({ session, machine: { node, system } }) => ok(`shop-cli ${session.context.version}, Node ${node}, ${system}`),
};

/** In the order in which a person would look: without a store, what comes before it is still worth knowing. */
const usual: readonly Check[] = [versions, ...settings, ...files, ...network, ...api];

async function examinationOf(session: Session, opened: Examination['opened']): Promise<Examination> {
  const { context, options } = session;
  const machine = await context.machine();
  return {
    session,
    machine,
    privateFiles: await inspectPrivateFiles(context, machine),
    path: pathsOf(context, options.maskPii ?? false),
    opened,
  };
}

/** Prints each line as it comes. @returns as another command would end: by the first thing that fails */
async function report(session: Session, lines: AsyncIterable<ReportLine>): Promise<number> {
  const { settings, options, target } = session;
  const isText = settings.output === 'table' && !options.quiet && options.fields === undefined;
  const text = new ReportText(target);
  const writer = isText ? undefined : session.list(checkRecord);
  let code = 0;
  for await (const line of lines) {
    if (code === 0 && line.result === 'failed') code = exitCodes[line.kind ?? 'refused'];
    await (writer ? writer.add([recordOf(line)]) : target.write(text.line(line)));
  }
  await (writer ? writer.end() : target.write(text.end()));
  return code;
}

function refuseCurl({ options }: Session): void {
  if (!options.curl) return;
  throw new CliError('usage', 'doctor makes many requests: there is no single curl command for it.', {
    field: '--curl',
    hint: 'To see its requests, pass --verbose.',
  });
}

/** A path as tickets may have it: the home directory as `~`, and with `--mask-pii` no name of the user. */
function pathsOf({ env, home }: Context, isMasked: boolean): (path: string) => string {
  const user = env.USER || env.LOGNAME || env.USERNAME || basename(home);
  return (path) => {
    const rest = path.slice(home.length);
    const short = path.startsWith(home) && /^([\\/]|$)/.test(rest) ? `~${rest}` : path;
    if (!isMasked || user === '') return short;
    const parts = short.split(/([\\/])/);
    return parts.map((part) => (part === user ? redacted : part)).join('');
  };
}
