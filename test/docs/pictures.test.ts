import { expect, test } from 'vitest';
import { picture } from '../support/picture.ts';
import { canary, ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { openTerminal } from '../support/terminal.ts';

/** The pictures of README.md and docs/: what the built program shows in a terminal. `npx vitest run test/docs --update` draws them anew. */
const pictures: readonly (readonly [name: string, columns: number, line: string])[] = [
  ['products-list', 92, 'products list --search "*band*"'],
  ['basket', 80, 'baskets get 42212126-9CF9-49D8-8E52-5B2858894145'],
  ['order-full', 80, 'orders get 1001 --full'],
  ['order-masked', 80, 'orders get 1001 --full --mask-pii'],
  ['product', 120, 'products get 206'],
  ['customer', 80, 'customers get 101'],
  ['addresses', 92, 'addresses list --customer 101'],
  ['import', 80, 'products import examples/products.csv'],
  ['error', 80, 'addresses update 301 --customer 101 --country uk --house-number x'],
];

test.each(pictures)('docs/pictures/%s.svg is what a terminal of %i columns shows', async (name, columns, line) => {
  const { url } = await serveSandbox();
  const home = ownDirectory();
  const env = { SHOP_URL: url, SHOP_TOKEN: canary, HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home };
  const terminal = openTerminal(words(line), { columns, env });
  await terminal.ended();
  const shown =
    terminal.emulator.raw
      .split('\x1b_shop-cli-ended ')[0]
      ?.replaceAll(url, 'https://shop.example')
      .replaceAll(new URL(url).host, 'shop.example') ?? '';
  await expect(await picture(`shop-cli ${line}`, shown, columns)).toMatchFileSnapshot(
    `../../docs/pictures/${name}.svg`,
  );
});

/** As a shell splits it. */
const words = (line: string): readonly string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
