import type { Context } from '../context.ts';

/** The environment for another program, which may start further ones: without ours, and without what could hold a secret. */
export function childEnvironment({ env, secrets }: Pick<Context, 'env' | 'secrets'>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = '']) => !/^SHOP_|_PROXY$/i.test(name) && secrets.removeFrom(value) === value,
    ),
  );
}
