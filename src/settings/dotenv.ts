import { parseEnv } from 'node:util';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Values } from './token.ts';
import { variables } from './variables.ts';

/** The settings of the file `.env` in the working directory. Nothing of it is used that another user may have written. */
export async function readDotenv({ files }: Context): Promise<Values> {
  const text = await files.readForeignText('.env', { trusted: true }).catch((error: unknown) => {
    const { code } = ((error as CliError).cause ?? {}) as { readonly code?: unknown };
    if (code !== 'EFOREIGN' && code !== 'EWRITABLE') throw error;
    throw new CliError('usage', `Refusing the file .env: ${refusals[code]}.`, {
      field: '.env',
      hint: 'Make it and its directory yours alone (chown, chmod go-w), or name the store with --store, --profile or SHOP_URL.',
    });
  });
  return shopValues(parseEnv((text ?? '').replace(/^\ufeff/, '')));
}

const refusals = {
  EFOREIGN: 'it or its directory belongs to another user',
  EWRITABLE: 'other users can change it or its directory',
} as const;

/** The settings of shop-cli among variables. */
export const shopValues = (all: Readonly<Record<string, string | undefined>>): Values =>
  Object.fromEntries(Object.keys(variables).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
