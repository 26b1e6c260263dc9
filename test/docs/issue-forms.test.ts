import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Form {
  readonly name?: string;
  readonly description?: string;
  readonly body?: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string };
  }[];
  readonly blank_issues_enabled?: boolean;
  readonly contact_links?: readonly { readonly name: string; readonly url: string; readonly about: string }[];
}

const folder = '.github/ISSUE_TEMPLATE';
const forms = new Map(
  readdirSync(folder).map((name) => [name, parse(readFileSync(join(folder, name), 'utf8')) as Form] as const),
);

test('an issue begins with a form: of a bug, a store or a wish', () => {
  expect([...forms.keys()]).toEqual(['bug.yml', 'config.yml', 'store.yml', 'wish.yml']);
  for (const [name, { description, body = [] }] of forms) {
    if (name === 'config.yml') continue;
    const questions = body.filter(({ type }) => type !== 'markdown');
    expect([name, description !== undefined, questions.length > 0]).toEqual([name, true, true]);
    expect(questions.filter(({ id, attributes }) => !id || !attributes.label)).toEqual([]);
  }
});

test('whoever reports a vulnerability is led away from public issues', () => {
  const { blank_issues_enabled, contact_links = [] } = forms.get('config.yml') ?? {};
  expect(blank_issues_enabled).toBe(false);
  expect(contact_links).toEqual([
    {
      name: 'Report a vulnerability',
      url: expect.stringMatching(/^https:/),
      about: expect.stringContaining('SECURITY.md'),
    },
  ]);
});
