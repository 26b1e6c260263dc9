import { hashOf } from '../../text/hash-set.ts';
import { type Key, keyText } from '../map/rows/key.ts';

/** One of several parts of a file; the first is 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Whether a row belongs to a shard. Only the key decides, so that every machine divides a file alike. */
export const isInShard = ({ part, of }: Shard, key: Key): boolean => hashOf(`shard ${keyText(key)}`) % of === part - 1;

/**
 * Reads `3/10`, or `auto/10`, which takes the part from the variables that CI services and Kubernetes set. Undefined
 * for anything else, and for a part outside the range.
 */
export function parseShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard | undefined {
  const match = /^(auto|\d{1,6})\/(\d{1,6})$/.exec(text);
  if (!match) return undefined;
  const of = Number(match[2]);
  const part = match[1] === 'auto' ? partFrom(env) : Number(match[1]);
  return part !== undefined && part >= 1 && part <= of ? { part, of } : undefined;
}

/**
 * Kubernetes counts an Indexed Job from 0, GitLab counts CI_NODE_INDEX from 1. A matrix can set either variable.
 */
function partFrom(env: Readonly<Record<string, string | undefined>>): number | undefined {
  for (const [name, base] of Object.entries(indexVariables)) {
    const value = env[name];
    if (value !== undefined && /^\d{1,6}$/.test(value)) return Number(value) + 1 - base;
  }
  return undefined;
}

/** The variables of `auto`, and where each begins. */
export const indexVariables = { JOB_COMPLETION_INDEX: 0, CI_NODE_INDEX: 1, SHARD_INDEX: 0, SHARD_NUMBER: 1 } as const;
