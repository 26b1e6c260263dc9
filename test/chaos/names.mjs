// One store and one journal by many names, and a clock that jumps from one import to the next.
import { link, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const hour = 3_600_000;
const movedClock = fileURLToPath(new URL('moved-clock.cjs', import.meta.url));

/** The names of a store on this machine. */
const storeNames = (url) => {
  const { port } = new URL(url);
  return [url, `http://localhost:${port}`, `http://LOCALHOST:${port}/`, `http://localhost.:${port}/api/v2`];
};

/** The journal, and a symbolic link to it. */
const journals = ['imports.db', 'same.db'];

/** The folder of the journal, where each import finds it by either name. */
export async function makeJournals(directory) {
  await mkdir(join(directory, 'journal'), { mode: 0o700 });
  await symlink(journals[0], join(directory, 'journal', journals[1]));
}

/** How one import names the store and the journal, what its clock says, and whether it continues the run before. */
export function disguise(random, { directory, env }, clock) {
  return {
    journal: join(directory, 'journal', random.oneOf(journals)),
    // What the run before sent a moment ago then belongs to another run.
    isNewRun: random.chance(0.2),
    env: {
      ...env,
      SHOP_URL: random.oneOf(storeNames(env.SHOP_URL)),
      ...(clock.offset !== 0 && { NODE_OPTIONS: `--require ${movedClock}`, CHAOS_CLOCK_OFFSET: String(clock.offset) }),
    },
  };
}

/** A clock that is right at first. Now and then it jumps ahead or back by some hours, or is set right. */
export function jumpingClock(random) {
  const clock = { offset: 0 };
  return {
    clock,
    next() {
      if (random.chance(0.3))
        clock.offset = random.oneOf([0, random.between(1, 5) * hour, -random.between(1, 5) * hour]);
    },
  };
}

/**
 * A second import of the file that begins while the first sends: by another name of the store and of the journal, now and then from another home
 * directory, where only the lock of the journal is the same, or by a hard link, which no import may use.
 */
export function rivalOf(random, importing, clock) {
  if (!random.chance(0.6)) return undefined;
  const { directory } = importing;
  const other = disguise(random, importing, clock);
  const isLinked = random.chance(0.25);
  const home = random.chance(0.5) ? directory : join(directory, 'elsewhere');
  const linked = join(directory, 'hard-link.db');
  return {
    isLinked,
    importing: { ...other, journal: isLinked ? linked : other.journal, env: { ...other.env, HOME: home } },
    async prepare() {
      if (isLinked) await link(join(directory, 'journal', journals[0]), linked);
    },
    async remove() {
      if (isLinked) await rm(linked, { force: true });
    },
  };
}
