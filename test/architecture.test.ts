import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Which rooms a room may import, floors included. The first name that a path begins with is its room, so floors come
 * before their house. Every room may import the leaves.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['program.ts', 'system', 'output'],
  'prepared.ts': ['program.ts', 'cli', 'commands', 'settings'],
  'program.ts': ['cli', 'commands', 'settings'],
  commands: ['cli', 'import', 'client', 'input', 'output', 'resources', 'settings', 'sandbox'],
  cli: ['client', 'input', 'output', 'resources', 'settings', 'sandbox'],
  'import/read': ['resources'],
  'import/check': ['import/read'],
  'import/compare': ['import/read', 'import/check', 'client', 'output', 'resources', 'system'],
  'import/plan': [],
  'import/options.ts': ['import/read', 'import/check', 'import/pace', 'import/plan', 'client', 'output'],
  'import/journal': [
    ...['import/read', 'import/check', 'import/compare', 'import/plan', 'import/options.ts', 'settings', 'system'],
  ],
  'import/pace': [],
  'import/import-run.ts': [
    ...['import/read', 'import/check', 'import/compare', 'import/options.ts', 'import/journal', 'import/pace'],
    ...['client', 'output'],
  ],
  'import/report': [
    ...['import/read', 'import/check', 'import/compare', 'import/plan', 'import/options.ts', 'import/journal'],
    ...['import/pace', 'import/watch'],
    ...['import/import-run.ts', 'output', 'resources'],
  ],
  'import/watch': ['import/options.ts', 'import/journal', 'import/pace', 'import/import-run.ts', 'client'],
  'import/send': [
    'import/watch',
    ...['import/read', 'import/check', 'import/compare', 'import/plan', 'import/journal', 'import/pace'],
    ...['import/import-run.ts', 'import/report', 'client', 'resources'],
  ],
  import: ['import', 'client', 'output', 'resources'],
  client: ['resources'],
  input: ['resources'],
  output: ['resources'],
  sandbox: ['resources', 'system'],
  resources: [],
  system: [],
  settings: ['resources'],
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
  'csv-parse': ['import/read'],
  yauzl: ['import/read/packed'],
  'cli-table3': ['output'],
  yazl: ['output/workbook.ts'],
  chalk: ['text'],
  'string-width': ['output'],
  yaml: ['output'],
  libsql: ['system'],
  '@napi-rs/keyring': ['system'],
  open: ['system'],
  'i18n-iso-countries': ['resources/countries'],
  'jsvat-next': ['resources/countries'],
  zod: ['resources'],
  commander: ['program.ts', 'prepared.ts', 'cli', 'commands', 'input'],
  'node:fs': ['system'],
  'node:fs/promises': ['system'],
  'node:os': ['system', 'main.ts'],
  'node:child_process': ['system'],
  'node:process': [],
};

interface Import {
  readonly from: string;
  /** A path below `src`, or the name of a package. */
  readonly to: string;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
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

test('no file imports itself by way of others, types included', () => {
  const graph = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file)]));
  const circles = files.filter((file) => reaches(graph, file, file));
  expect(circles).toEqual([]);
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
  const named = readFileSync(join('src', from), 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g);
  return [...named].map(([, first, second]) => {
    const name = first ?? second ?? '';
    return { from, to: name.startsWith('.') ? normalize(join(dirname(from), name)) : name };
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
