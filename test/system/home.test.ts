import { expect, test } from 'vitest';
import { homeDirectory } from '../../src/system/home.ts';

const none = (): never => {
  throw new Error('no such user');
};

test.each<readonly [string, () => string, () => string, string]>([
  ['that HOME names', () => '/home/jo', none, '/home/jo'],
  ['of the account, where HOME is empty', () => '', () => '/home/account', '/home/account'],
  ['of the account, where HOME is relative', () => 'jo', () => '/home/account', '/home/account'],
  ['of the account, where HOME is the working directory', () => '.', () => '/home/account', '/home/account'],
  ['that is nowhere, for a user without an account', () => '', none, '/nonexistent'],
  ['that is nowhere, for an account without one', () => '', () => '', '/nonexistent'],
])('the home directory of a user is the one %s', (_, stated, ofAccount, home) => {
  expect(homeDirectory({ stated, ofAccount })).toBe(home);
});
