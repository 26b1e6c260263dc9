import { parser } from '@prometheus-io/lezer-promql';
// @ts-expect-error: it has no types
import parse from 'parse-prometheus-text-format';

interface Sample {
  readonly value?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly Sample[];
}

/** A file for Prometheus as a parser of the format reads it. */
export const familiesOf = (text: string): readonly Family[] => parse(text);

/** The value of a metric with exactly these labels besides those that all have; undefined for none. */
export function sampleOf(
  text: string,
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = familiesOf(text).find((family) => family.name === name);
  const sample = found?.metrics.find(({ labels: { import: _, store, ...labels } = {} }) =>
    Object.entries(wanted).every(([label, value]) => labels[label] === value),
  );
  return sample?.value === undefined ? undefined : Number(sample.value);
}

/** What `promtool check metrics` complains of. */
export function complaints(text: string): readonly string[] {
  const said = familiesOf(text).flatMap(({ name, help, type }) => [
    ...(help ? [] : [`${name}: no help`]),
    ...((type === 'COUNTER') === name.endsWith('_total') ? [] : [`${name}: only counters end with _total`]),
    ...(/^[a-z]+(_[a-z0-9]+)*$/.test(name) ? [] : [`${name}: not in snake case`]),
    ...(/_(?:ms|milliseconds|minutes|kilobytes|percent)(?:_|$)/.test(name) ? [`${name}: no base unit`] : []),
    ...(/_(?:gauge|counter|histogram)$/.test(name) ? [`${name}: names its type`] : []),
  ]);
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = series.map((line) => line.replace(/ [^ ]+$/, ''));
  const twice = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: twice`);
  // The textfile collector refuses timestamps.
  const strange = series.filter(
    (line) => !/^[a-z_]+\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\} (?:[\d.e+-]+|\+Inf)$/.test(line),
  );
  return [...said, ...twice, ...strange, ...(text.endsWith('\n') ? [] : ['no line break at the end'])];
}

/** The names of the metrics in a query. @throws Error where it is no PromQL */
export function metricsIn(query: string): readonly string[] {
  const names: string[] = [];
  // Variables of Grafana stand for durations, or are within quotes.
  const text = query.replaceAll(/\$__\w+/g, '5m');
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${query}`);
      if (type.name === 'Identifier') names.push(text.slice(from, to));
    },
  });
  return names;
}
