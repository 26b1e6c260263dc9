import { percentDecoded } from '../../text/urls.ts';
import type { Route } from '../route.ts';
import { Refusal } from './refusal.ts';

/** The route of a request, and the variable parts of its path, percent-decoded. */
interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a method and a path. @throws Refusal 404 for an unknown path, 405 for another method */
export type Router = (method: string, path: string) => Found;

/** Finds routes below a base path. Every route that answers GET answers HEAD. */
export function routerOf(base: string, routes: readonly Route[]): Router {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${base}${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    routes: routes.filter((route) => route.path === path),
  }));
  return (method, path) => {
    for (const { pattern, routes } of paths) {
      const match = pattern.exec(path);
      if (match) return { route: withMethod(routes, method), params: decoded(match.groups) };
    }
    throw new Refusal('not_found', 'This API has no such path.');
  };
}

function withMethod(routes: readonly Route[], method: string): Route {
  const route = routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (route) return route;
  const methods = routes.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  throw new Refusal('method_not_allowed', `This path supports only ${methods}.`, { headers: { Allow: methods } });
}

const decoded = (groups: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, percentDecoded(text) ?? text]));
