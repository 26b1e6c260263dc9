import { expect, test } from 'vitest';
import { messageLines } from '../../src/output/message-lines.ts';

const command = 'shop-cli products get --sku "A product with a long key" --store https://shop.example/nl --json';

test('a message is broken between words', () => {
  expect(messageLines('Error: the store refused this request, as it does.', 24)).toBe(
    'Error: the store refused\nthis request, as it\ndoes.',
  );
});

test.each([40, 80, 100])('a command that does not fit in %i columns has a line of its own, whole', (width) => {
  const text = `Error: no clear answer.\nCheck before you retry: ${command}`;
  expect(messageLines(text, width)).toBe(`Error: no clear answer.\nCheck before you retry:\n${command}`);
});

test('what follows a line of a list does not look like the next one', () => {
  expect(messageLines('  customer 101 (Jan\\n  customer 5)', 22)).toBe('  customer 101 (Jan\\n\n    customer 5)');
});

test('what fits stays as it is', () => {
  expect(messageLines('To find the cause: shop-cli doctor', 80)).toBe('To find the cause: shop-cli doctor');
});

test('a command in quotes within a sentence stays together', () => {
  expect(messageLines("No token for shop.example. Set SHOP_TOKEN, or run 'shop-cli auth login'.", 60)).toBe(
    "No token for shop.example. Set SHOP_TOKEN, or run\n'shop-cli auth login'.",
  );
});

test('a message with columns keeps the blanks between them where it is broken', () => {
  expect(messageLines('  12  LAMP-1   The price is missing', 24)).toBe('  12  LAMP-1   The price\n    is missing');
});
