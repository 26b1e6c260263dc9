// Each mutation removes one of the rules that prevent lost products and duplicates (docs/reliability.md), that keep secrets
// (security.mjs), that bind plans (plans.mjs), or that keep writes from stores that are read-only or production (`mark`). `tests` must fail then.
// `from` is found once in all of src, in whatever file it stands and however it is laid out.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plans } from './plans.mjs';
import { security } from './security.mjs';

/** Those of the whole import, in this process. */
const imports = [
  ...[
    'safety',
    'continuing',
    'rejected-rows',
    'existing-keys',
    'shards',
    'shards-continued',
    'rerun',
    'refused-after-creating',
    'changed-keys',
    'echoed-keys',
    'misreporting-store',
  ].map((name) => `test/import/${name}.test.ts`),
  'test/import/send',
  'test/import/models',
];
/** A feed, day after day. */
const feeds = ['test/import/feed.test.ts'];
/** The built program, seen by the kernel. */
const system = ['test/import/system'];
const marks = ['test/cli/marks.test.ts', 'test/cli/preview.test.ts', 'test/settings/marks.test.ts'];

export const mutations = [
  ...security,
  ...plans,
  {
    rule: 'I1',
    what: 'intents are written after the rows were sent',
    from: 'await run.ledger.announce(window); diskTime = run.clock.elapsed() - begun; yield window;',
    to: 'yield window; await run.ledger.announce(window); diskTime = run.clock.elapsed() - begun;',
    tests: system,
  },
  {
    rule: 'I1',
    what: 'rows are sent while their intents are on the way to the disk',
    from: 'return synced();',
    to: 'void synced(); return Promise.resolve();',
    tests: system,
  },
  {
    rule: 'I1',
    what: 'rows are sent although their intents did not reach the disk',
    from: 'failure ??= unwritable(path, cause);',
    to: 'void cause;',
    tests: [...imports, ...system],
  },
  {
    rule: 'I1',
    what: 'intents are not synced to the disk',
    from: 'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL',
    to: 'PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF',
    tests: system,
  },
  {
    rule: 'I1',
    what: 'a second attempt is sent although its intent could not be written',
    from: "run.requests.leave(ticket, { kind: 'answered' }); throw error;",
    to: 'void error;',
    tests: [...imports, ...system],
  },
  {
    rule: 'I2',
    what: 'a shard that was interrupted long ago does not look up its rows again',
    from: 'return isSoon && continued.products !== null;',
    to: 'return continued.products !== null;',
    tests: ['test/import/shards-continued.test.ts'],
  },
  {
    rule: 'I3',
    what: 'a continued import passes over rows before those that it found in the store',
    from: 'AND attempts > 0 AND (SELECT full',
    to: 'AND (SELECT full',
    tests: ['test/import/place.test.ts'],
  },
  {
    rule: 'I3',
    what: 'a continued import passes over rows that are to be looked up after all',
    from: ' AND (SELECT full FROM runs WHERE run = ?1) < 2',
    to: '',
    tests: ['test/import/place.test.ts'],
  },
  {
    rule: 'I2',
    what: 'what another shard notes of a run counts as its own activity',
    from: 'if (other !== run.id) journal.markChecked(other, null);',
    to: '{}',
    tests: ['test/import/shards-continued.test.ts'],
  },
  {
    rule: 'I2',
    what: 'the pages of a list that grows are asked for at once, and what moves between them is missed',
    from: 'if (mayGrow) pages.slowDown();',
    to: '',
    tests: ['test/client/pages.test.ts'],
  },
  {
    rule: 'I2',
    what: 'the first look-up may say "absent"',
    from: 'return await lookUpAt(key, () => endedAt + settleTime.current, run);',
    to: 'return await lookUpAt(key, () => endedAt, run);',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a row is sent again without a look-up',
    from: "case 'ambiguous': return await applyLookUp(row, await counted(run, settle(row.key, endedAt, run)), run);",
    to: "case 'ambiguous': return await applyLookUp(row, { kind: 'absent' }, run);",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a throttled row is sent again without a look-up',
    from: 'return await applyLookUp(row, await counted(run, settleThrottled(row.key, endedAt, run)), run);',
    to: "return await applyLookUp(row, { kind: 'absent' }, run);",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a look-up that fails says "absent"',
    from: "return { kind: isRefusal(error) ? 'refused' : 'unknown', message: error.message };",
    to: "return { kind: 'absent' };",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'open rows of an earlier run are not settled',
    from: 'const open = journal.open();',
    to: 'const open = journal.open().slice(0, 0);',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a refusal that may come after creating is believed at once',
    from: "kind: mayExist ? 'rejected?' : 'rejected'",
    to: "kind: 'rejected'",
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'only what was created lately is waited for by the next run, not what was rejected',
    from: 'attempts > 0 AND state',
    to: 'attempts > 0 AND state = 1 AND state',
    tests: imports,
  },
  {
    rule: 'I2',
    what: 'a deleted import forgets what it sent a moment ago',
    from: 'WHERE run = ? AND attempts = 0',
    to: 'WHERE run = ? AND attempts >= 0',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row that may be one of the products of a store that grew is sent again',
    from: 'if (growth.exceeds(count)) return grownMessage;',
    to: '',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row is sent more than twice into a store that has not shown how it keeps keys',
    from: 'return attempts > 1 && !growth.isNone(count) ? sentTwiceMessage : undefined;',
    to: 'return undefined;',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row that an earlier run sent twice is sent again',
    from: "if (settled.kind === 'absent' && entry.attempts > 1) absentTwice.push(entry); else journal",
    to: 'journal',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'rows that earlier imports created show that the store keeps keys, whether they are found or not',
    from: "for (const { row, settled } of looked) if (settled.kind === 'found') unchangedKeys.note(row);",
    to: 'for (const { row } of looked) unchangedKeys.note(row);',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row that an unfinished import created, and that the store may keep under another key, is sent again',
    from: 'isAbsent && (await known.isUnconfirmed(row.key)) ? unconfirmed : result',
    to: 'isAbsent ? result : result',
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'an ID without a key is "created"',
    from: "return { kind: 'created?', productId: id };",
    to: "return { kind: 'created', productId: id };",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'a row that was answered with an ID, and is not there, is sent again',
    from: "if (settled.kind !== 'absent') return await applyLookUp(row, settled, run);",
    to: 'if (settled) return await applyLookUp(row, settled, run);',
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'any 2xx is "created"',
    from: "if (id === undefined) return { kind: 'ambiguous' };",
    to: "if (id === undefined) return { kind: 'created', productId: '' };",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'the key of the answer is not compared',
    from: 'if (String(echoed) === key.code) return',
    to: "if (String(echoed) !== '') return",
    tests: imports,
  },
  {
    rule: 'I3',
    what: 'the key of a look-up is not compared',
    from: 'codes.filter((found) => found.code === code)',
    to: 'codes.filter((found) => found.code !== undefined)',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'rows that exist in the store are sent',
    from: "if (found.kind === 'exists') {",
    to: "if (found.kind === 'exists' && found.product === 'x') {",
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a continued run does not recognize existing keys',
    from: 'has: () => true, isShared: () => false',
    to: 'has: () => false, isShared: () => false',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'recently created rows that the store does not show yet are sent',
    from: 'recent.has(key) ? await waitFor(row.key) : ready',
    to: 'key && ready',
    tests: imports,
  },
  {
    rule: 'keys',
    what: 'a row with another key in the store is sent by the next run',
    from: "if (isBlocked) return { state: 'blocked', message: blockedMessage };",
    to: '',
    tests: imports,
  },
  {
    rule: 'mark',
    what: 'a write passes the guard of the connection',
    from: 'return isWrite(request) ? await protection.confirm() : undefined;',
    to: 'return;',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'only the guard of the connection refuses a write, after questions and reads',
    from: 'session.protection.check();',
    to: 'void 0;',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'a mark counts for the spelling of one profile alone',
    from: 'identityOf(url) === identity',
    to: 'url === identity',
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'a script may name another store than the one it writes to',
    from: '!isNameOf(confirmStore, store)',
    to: "confirmStore === ''",
    tests: marks,
  },
  {
    rule: 'mark',
    what: 'the mark read-only of a profile is not looked at',
    from: 'store.profiles.filter(isReadOnly)',
    to: 'store.profiles.slice(0, 0)',
    tests: marks,
  },
  {
    rule: 'I5',
    what: 'a feed is believed although the store has fewer products',
    from: 'if (products < before) return fewerProducts(previous, products, before);',
    to: '',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a feed is believed without looking up some of its rows',
    from: 'return lost && otherProducts(previous, lost.row);',
    to: 'return undefined;',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a feed is believed although a page of the list lacks one of its products',
    from: 'if (missing.length === 0 && shown >= samples)',
    to: 'if (shown >= samples)',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a page shows a product whatever its ID and key',
    from: 'idOf(record) === product && record[key.field] === key.code',
    to: "idOf(record) !== ''",
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows of which another import has found out something else',
    from: 'new Set(journal.doubted(previous.run).map(keyText))',
    to: 'new Set<string>()',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a feed remembers rows whatever their outcome',
    from: 'const isRemembered = `state IN (',
    to: 'const isRemembered = `state IN (3, 4, 5,',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a feed remembers a product that was never compared',
    from: "'existing', { product: settled.productId, fingerprint: notCompared }",
    to: "'existing', { product: settled.productId }",
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a continued import believes what it doubted before',
    from: 'usesMemory(options) && !continued?.isFull',
    to: 'usesMemory(options)',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'what an import took from memory stays when it is doubted later',
    from: 'const isFromMemory = `state',
    to: 'const isFromMemory = `false AND state',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a changed row counts as unchanged',
    from: 'one.facts === other.facts && one.stated === other.stated',
    to: 'one.stated === other.stated',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'a row in another language counts as unchanged',
    from: 'one.facts === other.facts && one.stated === other.stated',
    to: 'one.facts === other.facts',
    tests: feeds,
  },
  {
    rule: 'I5',
    what: 'another shard is the same feed',
    from: "AND (options ->> '$.shard') IS (? ->> '$.shard')",
    to: 'AND ? IS NOT NULL',
    tests: feeds,
  },
];

/** The files of src by their paths. */
export const readSources = () =>
  readdirSync('src', { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** The file that a mutation changes, as it is and with the mutation. @throws unless its place is in the sources exactly once */
export function mutate(sources, { from, to }) {
  const place = placeOf(from);
  const longest = wordsOf(from).reduce((one, other) => (other.length > one.length ? other : one));
  const likely = sources.filter(({ source }) => source.includes(longest));
  const found = likely.flatMap((one) => Array(one.source.match(place)?.length ?? 0).fill(one));
  if (found.length !== 1) {
    throw new Error(
      `Found ${found.length} times instead of once: ${from}\n${found.map(({ file }) => file).join('\n')}`,
    );
  }
  const [{ file, source }] = found;
  return { file, source, mutated: source.replace(place, () => to) };
}

/** The words and signs of a text in their order, whatever the white space and the last commas. */
function placeOf(text) {
  const tokens = wordsOf(text);
  const gap = (before, token) => {
    if (/\w$/.test(before) && /^\w/.test(token)) return '\\s+';
    return /[)\]}]/.test(token) ? '\\s*,?\\s*' : '\\s*';
  };
  return new RegExp(
    tokens.map((token, at) => (at > 0 ? gap(tokens[at - 1], token) : '') + quoted(token)).join(''),
    'g',
  );
}

const wordsOf = (text) => text.match(/[\w$#]+|\S/g);
const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
