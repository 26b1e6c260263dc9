import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inDirectory } from '../support/directory.ts';
import { familiesOf, metricsIn } from '../support/prometheus.ts';
import { withSandbox } from '../support/store.ts';

// The dashboard and the alerts are held to the metrics that an import writes.

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly definition?: string;
}

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as Dashboard;
const alerts = parse(readFileSync('deploy/grafana/alerts.yaml', 'utf8')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);
const { panels, templating } = dashboard;
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const definitions = templating.list.flatMap(({ definition }) => definition ?? []);

/** The families that an import writes, and all names and labels that a query can have of them. */
const written = { families: [] as string[], names: new Set<string>(), labels: new Set<string>() };

beforeAll(async () => {
  const text = await inDirectory(async (home) =>
    withSandbox(async ({ run }) => {
      const line = ['products', 'import', resolve('examples/products.csv'), '--metrics-file', 'shop.prom'];
      await run(line, { home, directory: home, env: { XDG_STATE_HOME: home } });
      return readFileSync(join(home, 'shop.prom'), 'utf8');
    }),
  );
  for (const { name, type } of familiesOf(text)) {
    written.families.push(name);
    for (const suffix of type === 'HISTOGRAM' ? ['_bucket', '_sum', '_count'] : ['']) written.names.add(name + suffix);
  }
  for (const [, label = ''] of text.matchAll(/[{,]([a-z]+)="/g)) written.labels.add(label);
});

/** The name of a family by one of its series. */
const familyOf = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

test('every query of the dashboard is PromQL, about metrics that an import writes', () => {
  const unknown = queries.flatMap(metricsIn).filter((name) => !written.names.has(name));
  expect([queries.length > 10, unknown]).toEqual([true, []]);
});

test('every metric that an import writes is on the dashboard', () => {
  const shown = new Set(queries.flatMap(metricsIn).map(familyOf));
  expect(written.families.filter((name) => !shown.has(name))).toEqual([]);
});

test('docs/watching.md explains every metric that an import writes, and no other', () => {
  const explained = readFileSync('docs/watching.md', 'utf8').matchAll(/`(shop_cli_\w+)`/g);
  expect([...new Set([...explained].map(([, name]) => name))].sort()).toEqual([...written.families].sort());
});

test('the variables of the dashboard are labels that an import writes', () => {
  const [datasource, ...others] = templating.list;
  expect([datasource?.type, others.map(({ name }) => name)]).toEqual(['datasource', ['store', 'import']]);
  for (const definition of definitions) {
    const [, query = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(definition) ?? [];
    expect([metricsIn(query).every((name) => written.names.has(name)), written.labels.has(label)]).toEqual([
      true,
      true,
    ]);
  }
});

test('the dashboard can be imported: each panel asks the data source that is chosen, and has a place of its own', () => {
  const sources = panels.flatMap(({ datasource, targets }) => [
    datasource,
    ...targets.map((target) => target.datasource),
  ]);
  expect(new Set(sources.map(({ uid }) => uid))).toEqual(new Set(['$'.concat('{datasource}')]));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect([new Set(cells).size, cells.filter((cell) => Number(cell.split(',')[0]) >= 24)]).toEqual([cells.length, []]);
});

describe('the alert', () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s is about metrics and labels that an import writes',
    (_, rule) => {
      const { expr, annotations, labels } = rule;
      const used = Object.values(annotations).flatMap((text) =>
        [...text.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name),
      );
      expect(metricsIn(expr).filter((name) => !written.names.has(name))).toEqual([]);
      expect(used.filter((name) => !written.labels.has(name ?? ''))).toEqual([]);
      expect([rule.for, labels.severity, Object.keys(annotations)]).toEqual([
        expect.stringMatching(/^\d+m$/),
        expect.stringMatching(/^(critical|warning)$/),
        ['summary', 'description'],
      ]);
    },
  );

  test('is one of three', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(['ShopImportOverdue', 'ShopImportRowsRefused', 'ShopStoreErrors']);
  });
});

test('what is no PromQL is found', () => {
  expect(() => metricsIn('sum by (store) (rate(a[5m])')).toThrow('No PromQL');
});
