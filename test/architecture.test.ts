import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Which rooms a room may import, floors included. The first name that a path begins with is its room, so floors come
 * before their house. Every room may import the leaves.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['program.ts', 'system', 'output'],
  'prepared.ts': ['program.ts', 'cli', 'commands', 'settings'],
  'program.ts': ['cli', 'commands', 'settings'],
  'commands/shared/many': ['cli', 'resources'],
  commands: [
    'commands/shared/many',
    'cli',
    'people',
    'import',
    'pace',
    'client',
    'input',
    'output',
    'resources',
    'settings',
    'sandbox',
  ],
  cli: ['client', 'input', 'output', 'resources', 'settings', 'sandbox'],
  'import/file': [],
  'import/map': ['import/file', 'resources'],
  'import/rows': ['import/file', 'import/map', 'resources', 'system'],
  'import/march': ['import/file', 'import/map', 'import/rows', 'pace', 'client', 'output', 'resources', 'system'],
  'import/plan': ['resources'],
  'import/options.ts': ['import/file', 'import/map', 'import/rows', 'pace', 'import/plan', 'client', 'output'],
  'import/journal': ['import/file', 'import/map', 'import/rows', 'resources', 'settings', 'system'],
  'import/evidence': [
    'import/map',
    'import/rows',
    'import/march',
    'import/options.ts',
    'import/journal',
    'pace',
    'client',
    'resources',
  ],
  'import/words': ['import/map', 'import/rows', 'pace', 'output', 'resources'],
  'import/deliver': [
    'import/file',
    'import/map',
    'import/rows',
    'import/march',
    'import/options.ts',
    'import/journal',
    'import/evidence',
    'pace',
    'import/words',
    'client',
    'resources',
  ],
  'import/accept-file.ts': ['import/map', 'import/rows', 'import/options.ts', 'import/words'],
  'import/diff': [
    'import/file',
    'import/map',
    'import/rows',
    'import/march',
    'import/options.ts',
    'import/words',
    'import/report',
    'import/accept-file.ts',
    'client',
    'output',
    'resources',
  ],
  'import/verify': ['import/rows', 'import/march', 'import/journal', 'import/words', 'import/deliver', 'resources'],
  'import/report': [
    'import/file',
    'import/map',
    'import/rows',
    'import/options.ts',
    'import/journal',
    'pace',
    'import/words',
    'output',
    'resources',
  ],
  // On top: what leads an import.
  import: ['import', 'pace', 'client', 'output', 'resources'],
  'people/words': ['resources'],
  'people/index': ['people/words', 'resources', 'settings', 'system'],
  'people/orders': ['people/words', 'people/index', 'client', 'pace', 'resources'],
  'people/search': ['people/words', 'people/index', 'people/orders', 'client', 'pace', 'resources'],
  pace: ['client'],
  client: ['resources'],
  input: ['resources'],
  // The names of the formats, for settings and help; what writes them is loaded on use.
  'output/formats.ts': ['output', 'resources'],
  output: ['resources'],
  sandbox: ['resources', 'system'],
  resources: [],
  system: [],
  settings: ['resources', 'output/formats.ts'],
  'errors.ts': [],
  'context.ts': [],
  text: [],
};

/** What everybody may import. The leaves themselves import only what stands before them here. */
const leaves = ['text', 'errors.ts', 'context.ts'];

/** Where a library may be imported. */
const doors: Readonly<Record<string, readonly string[]>> = {
  undici: ['client'],
  '@inquirer/prompts': ['input/prompts'],
  'csv-parse': ['import/file'],
  yauzl: ['import/file'],
  saxes: ['import/file'],
  'cli-table3': ['output'],
  yazl: ['output/workbook.ts'],
  chalk: ['text'],
  'get-east-asian-width': ['output'],
  yaml: ['output'],
  libsql: ['system'],
  '@napi-rs/keyring': ['system'],
  'i18n-iso-countries': ['resources/countries'],
  'postcode-validator': ['resources/countries'],
  entities: ['text'],
  'jsvat-next': ['resources/countries'],
  // Beside replies: what nobody waits for.
  zod: ['resources', 'settings', 'import/plan', 'commands/customers/erase'],
  commander: ['program.ts', 'prepared.ts', 'cli', 'commands', 'input'],
  'node:fs': ['system'],
  'node:fs/promises': ['system'],
  'node:os': ['system', 'main.ts'],
  'node:child_process': ['system'],
  'node:process': [],
};

/** What the build imports. */
const bundled = ['main.ts', 'prepared.ts', 'cli/completion/answer.ts'];

interface Import {
  readonly from: string;
  /** A path below `src`, or the name of a package. */
  readonly to: string;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const texts = new Map(files.map((path) => [path, readFileSync(join('src', path), 'utf8')]));
const textOf = (file: string): string => texts.get(file) ?? '';

/** A path below `src` for a path that a file names; a package as it is. */
const pathOf = (from: string, name: string): string =>
  name.startsWith('.') ? normalize(join(dirname(from), name)) : name;

const imports = files.flatMap(importsOf);

test('a room imports only the rooms below it', () => {
  const forbidden = imports
    .filter(({ to }) => to.endsWith('.ts'))
    .filter(({ from, to }) => !isAllowed(roomOf(from), roomOf(to)));
  expect(forbidden).toEqual([]);
});

test('each library is imported by one room', () => {
  const forbidden = imports.filter(({ from, to }) => doors[packageOf(to)]?.every((door) => !isIn(from, door)));
  expect(forbidden).toEqual([]);
});

test('a database that has a file is opened in one way, which checks it', () => {
  const opening = files.filter((file) => /\bopenSqlite\(/.test(textOf(file))).sort();
  expect(opening).toEqual([
    // What it has open itself, as the disk has it.
    'import/journal/journal-file.ts',
    // In memory.
    'import/rows/scratch.ts',
    'system/foreign-database.ts',
    'system/own-database.ts',
    'system/sqlite.ts',
  ]);
});

test('no file imports itself by way of others, types included', () => {
  const graph = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file)]));
  const circles = files.filter((file) => reaches(graph, file, file));
  expect(circles).toEqual([]);
});

test('what a file exports is imported by another file of src, not by tests alone', () => {
  const used = new Set(files.flatMap(namesIn));
  const exported = files.filter((file) => !bundled.includes(file)).flatMap(exportsOf);
  expect(exported.filter((name) => !used.has(name))).toEqual([]);
});

test('no two files of the import have one name', () => {
  const names = files.filter((file) => isIn(file, 'import')).map((file) => basename(file));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('no two types have one name', () => {
  const filesOf = new Map<string, readonly string[]>();
  for (const file of files) for (const name of typesOf(file)) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  const shared = [...filesOf].filter(([, places]) => places.length > 1);
  expect(shared.map(([name, places]) => `${name}: ${places.join(', ')}`).sort()).toEqual([]);
});

test('what delivers rows asks their look-up, and not what they are', () => {
  const asked = /\bwayToFind\b|\b[lL]ookUp\?\.\w+|\browLookUp (?:\?|&&)|\bnames\[\d\] [!=]==/g;
  const forks = files
    .filter((file) => isIn(file, 'import/deliver'))
    .flatMap((file) => [...textOf(file).matchAll(asked)].map(([fork]) => `${file}: ${fork}`));
  expect(forks).toEqual([]);
});

test.each([
  [
    'RowLookUp',
    'import/evidence/row-look-up.ts',
    ['order', 'before', 'prepare', 'refused', 'settle', 'readBack', 'verify'],
  ],
  ['SendingOrder', 'import/evidence/sending-order.ts', ['room', 'held', 'leave', 'answered', 'follow', 'end']],
])('%s has these members, which every look-up has', (name, file, members) => {
  const [, body = ''] = new RegExp(`export interface ${name} \\{(.*?)\\n\\}`, 's').exec(textOf(file)) ?? [];
  const declared = [...body.matchAll(/^ {2}(?:readonly )?(\w+\??)[(:]/gm)].map(([, member]) => member);
  expect(declared).toEqual(members);
});

test('texts are escaped value by value: those that still are as a whole, line by line, only get fewer', () => {
  const calls = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\bescapeLines\(/g)].map(() => file).filter((name) => name !== 'text/escape.ts'),
  );
  const counts = Object.fromEntries(
    [...new Set(calls)].sort().map((file) => [file, calls.filter((name) => name === file).length]),
  );
  expect(counts).toEqual({
    // Bodies, and what a command of the user prints: nothing is composed.
    'cli/token-command.ts': 1,
    'commands/api.ts': 2,
    // One value, in its own column of a card.
    'output/card/entries.ts': 1,
    // The message, the hint and the stack of an error.
    'cli/report-error.ts': 3,
    'import/words/annotations.ts': 1,
  });
});

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true;
  if (leaves.includes(to)) return !leaves.includes(from) || leaves.indexOf(to) < leaves.indexOf(from);
  return rooms[from]?.some((room) => isIn(to, room)) ?? false;
}

function roomOf(path: string): string {
  const room = Object.keys(rooms).find((name) => isIn(path, name));
  if (room === undefined) throw new Error(`${path} is in no room.`);
  return room;
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** `csv-parse` for `csv-parse/sync`, `@inquirer/prompts` for what is below it; a module of Node as it is. */
const packageOf = (name: string): string => /^(node:.*|@[^/]+\/[^/]+|[^/]+)/.exec(name)?.[0] ?? name;

function importsOf(from: string): readonly Import[] {
  const named = textOf(from).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g);
  return [...named].map(([, first, second]) => ({ from, to: pathOf(from, first ?? second ?? '') }));
}

/** `text/money.ts: Money` */
function exportsOf(file: string): readonly string[] {
  const declared = textOf(file).matchAll(
    /^export (?:abstract |async )*(?:class|const|function\*?|interface|type) (\w+)/gm,
  );
  return [...declared].map(([, name]) => `${file}: ${name}`);
}

/** Exported or not. */
function typesOf(file: string): readonly string[] {
  const declared = textOf(file).matchAll(
    /^ *(?:export )?(?:abstract )?(?:interface|type|class) (\w+)(?=<| = | =$| \{| extends | implements )/gm,
  );
  return [...declared].map(([, name]) => name ?? '');
}

/** What a file imports by name: from `{ a, b as c }`, as `all.a` from `* as all`, or anywhere where it loads a file on use. */
function namesIn(from: string): readonly string[] {
  const text = textOf(from);
  const found = text.matchAll(/import (?:type )?(\{[^}]*\}|\* as \w+) from '(\.[^']+)'|import\('(\.[^']+)'\)/g);
  return [...found].flatMap(([, names = '', to, later]) => {
    const before = names.startsWith('*') ? `${names.slice('* as '.length)}\\.` : '\\b';
    const place = names.startsWith('{') ? names : text;
    return exportsOf(pathOf(from, to ?? later ?? '')).filter((name) =>
      new RegExp(`${before}${name.split(': ')[1]}\\b`).test(place),
    );
  });
}

function reaches(graph: ReadonlyMap<string, readonly Import[]>, start: string, goal: string): boolean {
  const [seen, waiting] = [new Set<string>(), [start]];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { to } of graph.get(file) ?? []) {
      if (to === goal) return true;
      if (!seen.has(to)) waiting.push(to);
      seen.add(to);
    }
  }
  return false;
}
