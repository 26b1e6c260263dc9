import { describe, expect, test } from 'vitest';
import { defineDraft } from '../../src/resources/draft.ts';
import * as draft from '../../src/resources/draft-fields.ts';
import { newProduct } from '../../src/resources/products.ts';

describe('the body of a new product', () => {
  test('from typed text to the JSON of the API, types and aliases as documented', () => {
    const texts = { name: ' Lamp ', quantity: '5.00', price: '12.50', status: 'online', taxRate: '21%', sku: '007' };
    const typed = newProduct.fromTyped(texts);
    // The order is that of the API, not of the typing.
    expect(JSON.stringify(typed.ok && newProduct.toJson(typed.value))).toBe(
      '{"sku":"007","name":" Lamp ","quantity":"5","price":12.5,"status":1,"taxRate":21,"taxRateVal":21}',
    );
  });

  test('every fault is listed at once, with the value and what is expected', () => {
    expect(newProduct.fromTyped({ sku: ' A', price: '12,50', colour: 'red', status: 'so', name: 'Lamp' })).toEqual({
      ok: false,
      valid: { name: 'Lamp' },
      faults: [
        {
          field: 'sku',
          value: ' A',
          message: 'must be a code without leading or trailing spaces or invisible characters',
        },
        { field: 'price', value: '12,50', message: 'must be an amount of 0 or more, such as 12.50' },
        { field: 'colour', value: 'red', message: 'is not a field of this body' },
        { field: 'status', value: 'so', message: 'must be 0 (offline) or 1 (online)' },
      ],
    });
  });

  test('JSON is read with documented types or the same as text, by alias too', () => {
    const value = { sku: '7', price: { units: 1250n, scale: 2 }, quantity: 5, taxRate: 21 };
    const body = newProduct.fromJson({ sku: 7, price: '12.50', quantity: 5, taxRateVal: '21' });
    expect(body).toEqual({ ok: true, value });
  });

  test.each([
    [{ price: null }, { field: 'price', value: 'null', message: expect.stringContaining('must be an amount') }],
    [{ name: true }, { field: 'name', value: 'true', message: 'must be text' }],
    [{ name: ['a'] }, { field: 'name', value: '["a"]', message: 'must be text' }],
    [JSON.parse('{"__proto__":1}'), { field: '__proto__', value: '1', message: 'is not a field of this body' }],
    [{ constructor: 'x' }, { field: 'constructor', value: 'x', message: 'is not a field of this body' }],
  ])('a wrong value in the body is one fault (%j)', (body, fault) => {
    expect(newProduct.fromJson(body)).toMatchObject({ ok: false, faults: [fault] });
  });

  test.each([[[]], ['text'], [null], [undefined]])('that is %j is one fault, not one a field', (body) => {
    const fault = { field: '', value: '', message: 'must be a JSON object' };
    expect(newProduct.fromJson(body)).toEqual({ ok: false, faults: [fault] });
  });

  test('what is sent is read back as the same values', () => {
    const typed = newProduct.fromTyped({ sku: 'A', quantity: '5', price: '0.0750', taxRate: '9', status: '0' });
    const sent = typed.ok ? newProduct.toJson(typed.value) : {};
    const back = newProduct.fromJson(JSON.parse(JSON.stringify(sent)));
    expect(back.ok && newProduct.toJson(back.value)).toEqual(sent);
  });
});

test('a field can be sent in another type and under another name, in either order', () => {
  const body = defineDraft({
    a: draft.count('a').sentAs(String).alsoAs('b'),
    c: draft.count('c').alsoAs('d').sentAs(Boolean),
  });
  expect(body.toJson({ a: 5, c: 1 })).toEqual({ a: '5', b: '5', c: true, d: true });
});

test('an empty body is an empty object', () => {
  expect(newProduct.toJson({})).toEqual({});
  expect(newProduct.fromTyped({})).toEqual({ ok: true, value: {} });
});
