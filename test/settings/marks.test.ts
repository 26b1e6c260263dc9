import { describe, expect, test } from 'vitest';
import { losingMark, marksOf, type Profile } from '../../src/settings/profiles.ts';

const live = { name: 'live', production: true, readOnly: true };
const marksAt = (url: string, address: string): readonly unknown[] => {
  const other: Profile = { name: 'other', url: 'https://other.example', production: true, readOnly: true };
  const { production, readOnly, profiles } = marksOf(address, {
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
    ['https://shop.example', 'https://shop.example/nl'],
    ['https://shop.example/nl', 'https://shop.example/nl/shop'],
    ['https://shop.example/NL', 'https://shop.example/nl'],
    ['https://shop.example/index.php', 'https://shop.example'],
  ])('%s is the store of the profile %s', (url, address) => {
    expect(marksAt(url, address)).toEqual([true, true, ['live']]);
  });

  test.each([
    ['https://shop.example/nl', 'https://shop.example'],
    ['https://shop.example/nl', 'https://shop.example/nl2'],
    ['https://shop.example/nl', 'https://shop.example/de'],
    ['https://shop.example', 'https://shop.example:8443'],
    ['https://shop.example', 'https://www.shop.example'],
    ['https://shop.example', 'https://shop.example.evil.example'],
    ['not an address', 'https://shop.example'],
  ])('%s is another store than %s', (url, address) => {
    expect(marksAt(url, address)).toEqual([false, false, []]);
  });
});

describe('two shops on one host stay two', () => {
  const shop = (name: string, path: string, marks: Partial<Profile> = {}): Profile => ({
    ...{ name, url: `https://shop.example${path}`, production: false, readOnly: false },
    ...marks,
  });
  const profiles = [shop('root', '', { production: true }), shop('nl', '/nl'), shop('de', '/DE', { readOnly: true })];
  const at = (path: string): readonly unknown[] => {
    const {
      production,
      readOnly,
      profiles: counting,
    } = marksOf(`https://shop.example${path}`, {
      current: undefined,
      profiles,
    });
    return [production, readOnly, counting.map(({ name }) => name)];
  };

  test.each([
    ['', [true, false, ['root']]],
    ['/nl', [false, false, ['nl']]],
    ['/nl/', [false, false, ['nl']]],
    ['/nl/api/v2', [false, false, ['nl']]],
    ['/nl/x', [false, false, ['nl']]],
    ['/fr', [true, false, ['root']]],
    ['/DE', [false, true, ['de']]],
    ['/de', [false, true, ['de']]],
  ])('%j has the marks of the longest path that it is in', (path, marks) => {
    expect(at(path)).toEqual(marks);
  });

  test.each([
    '/;',
    '/nl;x',
    '/%20',
    '/nl%2e',
    '/%6El',
    '/index.php',
    '/nl/index.php',
    '/API',
    '/NL',
    '/nl.',
    '/nl/~',
    '/é',
  ])('%j, which a server may take for another one, has every mark of the host', (path) => {
    expect(at(path)).toEqual([true, true, ['root', 'nl', 'de']]);
  });
});

describe('a change of the profiles takes no mark away', () => {
  const marked: Profile = { ...live, url: 'https://shop.example' };
  const plain: Profile = { ...marked, name: 'plain', production: false, readOnly: false };
  const withProfiles = (...profiles: readonly Profile[]) => ({ current: undefined, profiles });

  test.each<[string, readonly Profile[], string | undefined]>([
    ['without the profile', [plain], 'live'],
    ['for another store', [{ ...marked, url: 'https://other.example' }], 'live'],
    ['no longer production', [{ ...marked, production: false }], 'live'],
    ['no longer read-only', [{ ...marked, readOnly: false }], 'live'],
    ['read-only by its settings', [{ ...marked, readOnly: false, settings: { SHOP_READ_ONLY: '1' } }], undefined],
    ['in another spelling', [{ ...marked, url: 'http://SHOP.example//' }], undefined],
    ['by another profile of the store', [{ ...marked, name: 'other' }], undefined],
  ])('where it is one %s', (_, after, losing) => {
    expect(losingMark(withProfiles(plain, marked), withProfiles(...after))?.name).toBe(losing);
  });
});
