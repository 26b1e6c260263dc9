import { describe, expect, test } from 'vitest';
import { storeIdentityOf } from '../../src/settings/base-url.ts';
import { marksOf, type Profile } from '../../src/settings/profiles.ts';

const live = { name: 'live', production: true, readOnly: true };
const marksAt = (url: string, address: string): readonly unknown[] => {
  const other: Profile = { name: 'other', url: 'https://other.example', production: true, readOnly: true };
  const { production, readOnly, profiles } = marksOf(storeIdentityOf(address), {
    current: 'other',
    profiles: [other, { ...live, url }],
  });
  return [production, readOnly, profiles.map(({ name }) => name)];
};

describe('the marks of a profile hold for its store, whatever the spelling', () => {
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.EXAMPLE', 'https://shop.example'],
    ['https://shop.example.', 'https://shop.example'],
    ['https://shop.example:443', 'http://shop.example'],
    ['https://shop.example/api/v2/', 'https://shop.example'],
    ['https://shop.example/%6El', 'https://shop.example/nl'],
    ['https://user:secret@shop.example?x=1', 'https://shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:8080', 'http://[::1]:8080'],
    ['http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['https://shop.example//', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example//api'],
    ['https://shop.example//api//v2', 'https://shop.example'],
    ['https://shop.example/nl', 'https://shop.example//nl//'],
    ['https://shop.example/nl', 'https://shop.example/%2Fnl'],
  ])('%s is %s', (url, address) => {
    expect(marksAt(url, address)).toEqual([true, true, ['live']]);
  });

  test.each([
    ['https://shop.example', 'https://shop.example/nl'],
    ['https://shop.example', 'https://shop.example:8443'],
    ['https://shop.example', 'https://www.shop.example'],
    ['https://shop.example', 'https://shop.example.evil.example'],
    ['not an address', 'https://shop.example'],
  ])('%s is not %s', (url, address) => {
    expect(marksAt(url, address)).toEqual([false, false, []]);
  });
});
