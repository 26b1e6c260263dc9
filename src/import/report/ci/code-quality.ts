import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import type { Context } from '../../../context.ts';
import { escapeText } from '../../../text/escape.ts';
import { outcomeWord } from '../report.ts';
import type { ImportSummary } from '../summary.ts';

type Severity = 'info' | 'minor' | 'major' | 'critical' | 'blocker';

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
interface Finding {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** The problems as GitLab shows them in a merge request. An import that failed or stopped is a finding of its own. */
export function codeQualityReport(summary: ImportSummary, world: Pick<Context, 'cwd' | 'env'>): string {
  const { outcome, headline, why, problems } = summary;
  const path = pathInRepository(summary.file, world);
  const fingerprints = new Fingerprints(path);
  const finding = (line: number, check: string, texts: readonly (string | null | undefined)[]): Finding => ({
    description: escapeText(texts.filter(Boolean).join(' ')),
    check_name: `shop-cli-import-${check.replaceAll(' ', '-')}`,
    fingerprint: fingerprints.next([check, ...texts]),
    severity: severities[check] ?? 'major',
    location: { path, lines: { begin: line } },
  });
  const ofImport = outcome === 'failed' || outcome === 'stopped' ? [finding(1, outcome, [headline, why])] : [];
  const ofRows = problems.listed.map(({ line, key, outcome: found, field, message }) =>
    finding(line, outcomeWord(found), [key && `${key}:`, field && `${field}:`, message]),
  );
  return `${JSON.stringify([...ofImport, ...ofRows], null, 2)}\n`;
}

/** By check; `major` where it is not named. */
const severities: Readonly<Record<string, Severity>> = {
  failed: 'blocker',
  stopped: 'blocker',
  uncertain: 'critical',
  duplicate: 'critical',
  'not in plan': 'minor',
};

/** GitLab recognises a finding by its fingerprint, and shows only one of those that share it. */
class Fingerprints {
  readonly #path: string;
  readonly #counts = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The line is left out: a finding moves when rows are added above it. */
  next(identity: readonly unknown[]): string {
    const text = JSON.stringify([this.#path, ...identity]);
    const count = this.#counts.get(text) ?? 0;
    this.#counts.set(text, count + 1);
    return createHash('sha256').update(`${text}${count}`).digest('hex');
  }
}

/** Relative to the repository, without `./`. */
function pathInRepository(file: string, { cwd, env }: Pick<Context, 'cwd' | 'env'>): string {
  return relative(env.CI_PROJECT_DIR || cwd, resolve(cwd, file)).replaceAll(sep, '/');
}
