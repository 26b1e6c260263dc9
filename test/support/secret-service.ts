import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { ownDirectory } from './directory.ts';

/** Why there is no Secret Service to test with; empty if there is one. */
export const withoutSecretService = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
  .filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  .map((name) => `${name} is not installed`)
  .join(', ');

export interface Session {
  /** An empty home with its own D-Bus session. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  /** Locks the keyring. To unlock it, gnome-keyring opens a window: that fails here, or with a silent prompter never ends. */
  lock(): void;
  /** Sends a signal to gnome-keyring. */
  signal(name: NodeJS.Signals): Promise<void>;
}

interface SessionOptions {
  /** What asks the user for the password takes the question and says nothing. */
  readonly isPrompterSilent?: boolean;
  /** A bus that knows no program with secrets. */
  readonly isEmpty?: boolean;
}

/** A D-Bus session of its own with an unlocked gnome-keyring on it, for as long as the test runs. */
export async function serveSecrets({
  isPrompterSilent = false,
  isEmpty = false,
}: SessionOptions = {}): Promise<Session> {
  const home = ownDirectory();
  const env = environmentIn(home);
  const services = join(home, 'data', 'dbus-1', 'services');
  for (const path of [join(home, 'run'), services]) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isPrompterSilent) {
    const lines = ['[D-BUS Service]', 'Name=org.gnome.keyring.SystemPrompter', 'Exec=/bin/sleep 60', ''];
    writeFileSync(join(services, 'org.gnome.keyring.SystemPrompter.service'), lines.join('\n'));
  }
  const config = join(home, 'bus.conf');
  writeFileSync(config, busConfig(join(home, 'run', 'bus'), isEmpty ? '' : '<standard_session_servicedirs/>'));
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const keyring: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of [...keyring, bus]) {
      child.kill('SIGKILL');
      await (child.exitCode ?? child.signalCode ?? once(child, 'exit'));
    }
    // What the bus has started meanwhile ends with it.
    await after(100);
  });
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  const session = { ...env, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  if (!isEmpty) keyring.push(await startKeyring(session));
  return sessionOf(session, home, keyring);
}

const environmentIn = (home: string): Record<string, string> => ({
  ...{ PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' },
  ...{ XDG_RUNTIME_DIR: join(home, 'run'), XDG_DATA_HOME: join(home, 'data') },
  ...{ XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') },
});

/** Without the limits of the system's own session, which only a privileged process may set. */
const busConfig = (path: string, services: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${path}</listen>${services}
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

async function startKeyring(env: Record<string, string>): Promise<ChildProcess> {
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end('the password of this test');
  const owner = [...toBus, 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  for (let tries = 0; tries < 600; tries++) {
    if (execFileSync('dbus-send', owner, { env, encoding: 'utf8' }).includes('true')) return daemon;
    await after(50);
  }
  throw new Error('gnome-keyring does not start');
}

const toBus = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];

function sessionOf(env: Record<string, string>, home: string, [daemon]: readonly ChildProcess[]): Session {
  const secrets = '/org/freedesktop/secrets';
  const lock = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', secrets];
  return {
    env,
    home,
    lock: () => {
      const what = ['org.freedesktop.Secret.Service.Lock', `array:objpath:${secrets}/collection/login`];
      execFileSync('dbus-send', [...lock, ...what], { env });
    },
    signal: async (name) => {
      daemon?.kill(name);
      if (name === 'SIGKILL' && daemon) await once(daemon, 'exit');
    },
  };
}
