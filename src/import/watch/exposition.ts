import { escapeText } from '../../text/escape.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/** A metric family. One without samples is left out: what is not known is not 0. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/**
 * The text format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats), without timestamps, which the
 * textfile collector refuses.
 * @param common labels of every sample
 */
export const exposition = (metrics: readonly Metric[], common: Labels): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ value, labels, suffix = '' }) =>
          `${name}${suffix}${labelText({ ...common, ...labels })} ${numberText(value)}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');

/** `{store="shop.example"}` */
export const labelText = (labels: Labels): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeText(value).replace(/[\\"]/g, '\\$&')}"`)
    .join(',')}}`;

const numberText = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value));
