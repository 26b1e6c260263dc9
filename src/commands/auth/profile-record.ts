import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { optional, orNull } from '../../resources/record-fields.ts';
import { marksAt, type Profile, type Profiles } from '../../settings/profiles.ts';
import { agentIn } from '../../settings/variables.ts';

/** A profile as `auth list` prints it. */
export const profileRecord = defineRecord(
  ['profile'],
  {
    profile: record.text('Profile').inTable(1),
    store: record.url('Store').inTable(2),
    current: record.flag('Current').inTable(3),
    production: record.flag('Production').inTable(4),
    readOnly: record.flag('Read-only').inTable(5),
    tokenIn: orNull(record.text('Token in').inTable(6)),
    tokenFingerprint: orNull(record.code('Token fingerprint').inTable(8)),
    since: orNull(record.ownTime('Token stored').inTable(7)),
  },
  { isOwn: true },
);

const { profile, production, readOnly, tokenIn, tokenFingerprint, since } = profileRecord.fields;

/** The store that commands use, as `auth status` prints it. */
export const statusRecord = defineRecord(
  ['profile', 'store'],
  {
    profile: orNull(profile),
    store: record.text('Store'),
    source: record.text('Selected by'),
    production,
    readOnly,
    tokenIn: optional(tokenIn),
    tokenFingerprint: optional(tokenFingerprint),
    since: optional(since),
  },
  { isOwn: true },
);

/** A profile and its marks are a person's decision. @throws CliError `usage` for an agent */
export function refuseAgent({ context: { env } }: Session, { name }: Profile): void {
  const agent = agentIn(env);
  if (agent === undefined) return;
  throw new CliError('usage', `Refusing to remove the profile ${name} for an agent (${agent} is set).`, {
    field: 'profile',
    hint: `A person can remove it: shop-cli auth logout ${name} --forget`,
  });
}

/** Prints a profile that was changed, unless the closing line says it all. */
export async function showProfile(
  { options, settings, show }: Session,
  profile: Profile,
  profiles: Profiles,
): Promise<void> {
  if (settings.output !== 'table' || options.quiet) await show(profileRecord, recordOf(profile, profiles));
}

/**
 * That commands use another store than the one of a profile that was stored or made the current one.
 * @param before what names it: `SHOP_URL`, `SHOP_PROFILE` or `.env`
 */
export const notUsedText = (name: string, before: string): string =>
  `Commands here still use the store that ${before} selects. To use this one: --profile ${name}, or remove ${before}`;

/** A profile, without its settings. Its marks are those of its store, whichever profile has them. */
export const recordOf = (profile: Profile, profiles: Profiles): Readonly<Record<string, unknown>> => {
  const { production, readOnly } = marksAt(profile, profiles);
  return {
    profile: profile.name,
    store: profile.url,
    current: profile.name === profiles.current,
    production,
    readOnly,
    tokenIn: profile.token ?? null,
    tokenFingerprint: profile.tokenFingerprint ?? null,
    since: profile.since?.slice(0, 19).replace('T', ' ') ?? null,
  };
};
