import { expect, test } from 'vitest';
import { RowsInFlight } from '../../../src/import/deliver/rows-in-flight.ts';

const never = new Promise<void>(() => undefined);

test('a row that only waits for others takes no place of theirs, also where it does at once', async () => {
  const rows = new RowsInFlight();
  for (let row = 0; row < 1000; row++)
    rows.add(async (onDue) => {
      onDue();
      await never;
    });
  await rows.whenFree();
  for (let row = 0; row < 256; row++) rows.add(() => never);
  const next = await Promise.race([
    rows.whenFree().then(() => 'free'),
    new Promise((resolve) => setImmediate(resolve)),
  ]);
  expect(next).toBeUndefined();
});

test('all rows are over at the end, and one that fails ends it', async () => {
  const rows = new RowsInFlight();
  let count = 0;
  for (let row = 0; row < 5; row++) rows.add(async () => void count++);
  await rows.end();
  expect(count).toBe(5);
  rows.add(async () => {
    throw new Error('No.');
  });
  await expect(rows.end()).rejects.toThrow('No.');
});
