import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { customersIn, type Passage, type SeenRequest, serveSandboxBehind } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';

// The three commands that write many records, through the same scenes: what concerns one record keeps no other, what
// concerns all stops them, and the same command does the rest.

/** Whom the scene is about, before the last. */
const middle = 2;

interface Verb {
  readonly name: string;
  /** More than are written at a time. */
  readonly count: number;
  readonly method: 'DELETE' | 'PATCH';
  readonly file: (ids: readonly string[]) => string;
  readonly line: string;
  /** The word for what is done, of the first time and of a repetition. */
  readonly done: RegExp;
}

const list = (ids: readonly string[]): string => `customerId\n${ids.join('\n')}\n`;

const verbs: readonly Verb[] = [
  {
    name: 'delete',
    count: 12,
    method: 'DELETE',
    file: list,
    line: 'customers delete --from people.csv --yes --json',
    done: /"deleted":/g,
  },
  {
    name: 'update',
    count: 24,
    method: 'PATCH',
    file: (ids) => `customerId,phoneNumber\n${ids.map((id) => `${id},030-${id}\n`).join('')}`,
    line: 'customers update --from people.csv --yes --json',
    done: /"(changed|unchanged)"/g,
  },
  {
    name: 'erase',
    count: 5,
    method: 'DELETE',
    file: list,
    line: 'customers erase --from people.csv --yes --json --report erased.json',
    done: /"complete": ?true/g,
  },
];

interface Scene {
  readonly name: string;
  /** What becomes of the request about the record in the middle: each one, or the first alone. */
  readonly passage: Passage;
  readonly isOnce?: boolean;
  readonly isInterrupted?: boolean;
  readonly codes: Readonly<Record<string, number>>;
  /** How many are not done at first; undefined where the others are not tried. */
  readonly left?: number;
}

const scenes: readonly Scene[] = [
  { name: 'a 401', passage: 'answer 401', codes: { delete: 4, update: 4, erase: 7 } },
  { name: 'a firewall that redirects', passage: 'answer 301', codes: { delete: 5, update: 5, erase: 7 } },
  { name: 'a 422', passage: 'answer 422', codes: { delete: 7, update: 7, erase: 7 }, left: 1 },
  {
    name: 'a connection that is lost',
    passage: 'forward and hang up',
    isOnce: true,
    codes: { delete: 0, update: 0, erase: 0 },
    left: 0,
  },
  { name: 'Ctrl-C', passage: 'forward', isInterrupted: true, codes: { delete: 10, update: 130, erase: 10 } },
];

describe.each(verbs.map((verb, at) => ({ ...verb, at })))(
  '$name of many',
  ({ name, count, method, file, line, done, at }) => {
    test.each(sampleOf(scenes, 2, at))('$name in the middle', async (scene) => {
      const controller = new AbortController();
      let isHealed = false;
      let isPast = false;
      const sent = new Set<string>();
      const inTheMiddle = (id: string): Passage => {
        if (id !== ids[middle] || isHealed || (scene.isOnce && isPast)) return 'forward';
        isPast = true;
        if (scene.isInterrupted) controller.abort('SIGINT');
        return scene.passage;
      };
      const passage = ({ method: of, path }: SeenRequest): Passage => {
        const id = /\/customers\/(\d+)$/.exec(path)?.[1];
        if (of !== method || id === undefined) return 'forward';
        sent.add(id);
        return inTheMiddle(id);
      };
      const store = await serveSandboxBehind(passage, {});
      const ids = await customersIn(store, count);
      const directory = ownDirectory({ 'people.csv': file(ids) });

      const first = await store.run(line, { directory, interrupted: controller.signal });
      expect([first.code, isPast]).toEqual([scene.codes[name], true]);
      if (scene.left === undefined) expect(sent.size).toBeLessThan(count);
      else expect([sent.size, first.out.match(done)?.length]).toEqual([count, count - scene.left]);

      isHealed = true;
      const again = await store.run(line, { directory });
      expect([again.code, again.out.match(done)?.length, sent.size]).toEqual([0, count, count]);
    });
  },
);
