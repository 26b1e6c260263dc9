import { describe, expect } from 'vitest';
import { answers } from '../support/replies.ts';
import { type Behaviour, runAt } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

const megabyte = 2 ** 20;
const page = (html: string): Behaviour => answers(502, html, 'text/html');
const refusal = (message: string): Behaviour => answers(422, { error: { message } });
const product = (fields: object): Behaviour => answers(200, { productId: 1, ...fields });

/** Runs a command against a store that behaves like that; the time limit of the test is what it must keep to. */
async function outcomeOf(behaviour: Behaviour, line: string) {
  const { code, err } = await runAt(behaviour, `${line} --retries 0`);
  return { code, isShort: err.length < 2000 };
}

describe('a megabyte that is made to be slow is answered like any other reply', () => {
  sampled(4).each<readonly [string, Behaviour, string, number]>([
    ['a page of <', page('<'.repeat(megabyte)), 'products get 1', 6],
    ['a page of spaces', page(' '.repeat(megabyte)), 'products get 1', 6],
    ['a message of spaces', refusal(`${' '.repeat(megabyte)}x`), 'products get 1', 5],
    ['a message of line breaks', refusal(`${'\n'.repeat(megabyte)}x`), 'products get 1', 5],
    ['a message without @', refusal('a'.repeat(megabyte)), 'products get 1 --mask-pii', 5],
    ['quotes that are escaped, and cut', page(`{"price":1.50,"a":"${'\\"'.repeat(megabyte / 2)}`), 'products get 1', 6],
    ['a password behind a megabyte of spaces', page(`{"password"${' '.repeat(megabyte)}x`), 'products get 1', 6],
    ['names of passwords', page('{"password" '.repeat(megabyte / 12)), 'products get 1', 6],
    ['a text without @', product({ name: 'a'.repeat(megabyte) }), 'products get 1 --mask-pii', 0],
    ['a name without @', product({ ['a'.repeat(megabyte)]: 1 }), 'products get 1 --mask-pii', 0],
    ['zeros that are no number', product({ price: `0.${'0'.repeat(megabyte)}1` }), 'products get 1', 0],
    ['a price of zeros and a letter', product({ price: `${'0'.repeat(megabyte)}x` }), 'products get 1', 0],
    ['a million digits', answers(200, `{"productId":1,"price":${'9'.repeat(megabyte)}}`), 'products get 1', 0],
    ['a name of line breaks', product({ name: '\n'.repeat(megabyte / 4) }), 'products get 1', 0],
    ['spaces', product({ name: `${' '.repeat(megabyte)}x` }), 'products get 1', 0],
  ])('where the megabyte is %s', async (_, behaviour, line, code) => {
    expect(await outcomeOf(behaviour, line)).toEqual({ code, isShort: true });
  });
});
