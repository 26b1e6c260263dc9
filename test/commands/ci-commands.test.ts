import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { json, serveStore } from '../support/store.ts';

const hostile = {
  sku: '::set-env name=A::b',
  name: '##vso[task.setvariable variable=a]b',
  ean: '##[error]x',
  model: '::x',
};
const command = /^\s*::|##(?:vso)?\[/im;

test.each(['GITHUB_ACTIONS', 'TF_BUILD'])(
  'no line of a table, a card, JSON or an error is a command: %s',
  async (service) => {
    const { run } = await serveStore(({ path }, response) =>
      path.endsWith('/404')
        ? json(response, 422, { error: { message: '::error::x ##vso[task.complete]' } })
        : path.endsWith('/products')
          ? json(response, 200, { numRows: 1, data: [{ productId: 1, ...hostile }] })
          : json(response, 200, { productId: 1, ...hostile, '::add-mask::1': { '  ::stop::': 'x' } }),
    );
    for (const line of [
      'products list --fields sku,name',
      'products list --fields ean',
      'products get 1',
      'products get 1 --all-fields',
      'products get 1 --json',
      'products list --output ndjson',
      'products list --output yaml',
      'products list --quiet --fields sku',
      'products get 404',
    ]) {
      const { out, err } = await run(line, { env: { [service]: 'true' } });
      expect([line, command.exec(out)?.[0], command.exec(err)?.[0]]).toEqual([line, undefined, undefined]);
    }
    const { out: yaml } = await run('products get 1 --output yaml', { env: { [service]: 'true' } });
    expect(parse(yaml)).toMatchObject(hostile);
    const { out } = await run('products get 1 --json', { env: { [service]: 'true' } });
    expect(JSON.parse(out)).toMatchObject(hostile);
  },
);

test.each([
  ['a cell that begins with a command is quoted', '::add-mask::x', '"::add-mask::x"\n', false],
  ['a line of a cell is as it is, with a warning', 'a\n::add-mask::x', '"a\n::add-mask::x"\n', true],
])('CSV in a job keeps its values: %s', async (_, name, line, isWarned) => {
  const { run } = await serveStore((_, response) =>
    json(response, 200, { numRows: 1, data: [{ productId: 1, name }] }),
  );
  const { out, err } = await run('products list --output csv --fields name', { env: { GITHUB_ACTIONS: 'true' } });
  expect([out, err.includes('--output-file')]).toEqual([`name\n${line}`, isWarned]);
  expect((await run('products list --output csv --fields name')).err).not.toContain('--output-file');
});
