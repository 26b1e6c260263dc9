import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Habit } from '../support/php-shop/changes.ts';
import { commands, type Group, type Tried } from '../support/php-shop/commands.ts';
import { habits } from '../support/php-shop/habits.ts';
import { programHabits } from '../support/php-shop/program-habits.ts';
import { answerOf, firstTables, type Row, write } from '../support/php-shop/shop.ts';
import { ownDirectory } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';

// A table of habits and commands: what exits with 0 is true of the shop, and everything else is a clear error.

const cells = Object.entries({ ...habits, ...programHabits }).flatMap(([name, habit]) =>
  Object.entries(habit.cells).flatMap(([group, code]) =>
    commands[group as Group].map((tried: Tried) => [name, tried.line, code, habit, tried] as const),
  ),
);

test.each(sampleOf(cells, 11))('in a shop that %s, %s exits with %i', async (_name, _line, code, habit, tried) => {
  expect(await tryIn(habit, tried)).toEqual({ code, isTrue: true });
});

/** Runs a command in such a shop. Whatever it exits with, what it says must be true of the tables. */
async function tryIn(habit: Habit, { line, shows, isDone, sends }: Tried) {
  const tables = firstTables();
  tables.products.push(...(habit.products ?? []));
  const before = JSON.stringify(tables);
  const { run } = await serveStore((request, response) => {
    const reply = answerOf(tables, request, habit.traits ?? {});
    write(response, habit.reply?.(reply, request) ?? reply);
  });
  const directory = ownDirectory();
  writeFileSync(join(directory, 'catalogue.csv'), 'sku,name,price\nA-1,Cup,1.50\nA-2,Jug,2.50\n');
  const { code, out, err, closing } = await run(`${line} --json`, { directory });
  const isClear = out === '' && err.includes('shop.test');
  if (isDone) return { code, isTrue: isTrueOfWrite() || { out, err, closing } };
  return { code, isTrue: (code === 0 ? isShown(out, shows?.(tables) ?? []) : isClear) || { out, err } };

  function isTrueOfWrite(): boolean {
    if (line.startsWith('products import')) return code !== 0 || isDone?.(tables) === true;
    if (code === 10) return isClear && closing === undefined;
    if (code !== 0) return isClear && JSON.stringify(tables) === before;
    return closing !== undefined && (isDone?.(tables) === true || (sends !== undefined && err.includes(sends)));
  }
}

/** Whether exactly the records with these IDs are shown. */
function isShown(out: string, ids: readonly unknown[]): boolean {
  const shown: unknown = JSON.parse(out);
  const records = (Array.isArray(shown) ? shown : [shown]) as readonly Row[];
  return (
    JSON.stringify(records.map((record) => idOf(record, ids))) ===
    JSON.stringify(ids.map((id) => String(id).toLowerCase()))
  );
}

const idOf = (record: Row, [id]: readonly unknown[]): string => {
  const name = String(id).startsWith('{')
    ? 'basketKey'
    : ['productId', 'orderId', 'id', 'customerId'].find((one) => one in record);
  return String(record[name ?? ''])
    .toLowerCase()
    .replace(/^(\d+)\.0$/, '$1');
};
