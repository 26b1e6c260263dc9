import { access, baskets, clock, filterStyle, firstRequest, latency, limits, pageSize, products } from './api.ts';
import { type Check, skipped } from './check.ts';
import { dataPlace, diskSpace, dotenvFile, journal, privateFiles, statePlace } from './files.ts';
import { keychain, node, sqlite, system, terminal, version } from './machine.ts';
import { dns, proxy, tcp, tls } from './network.ts';
import { probeFilters } from './probe/filters.ts';
import { addressList, basketList, productList } from './probe/lists.ts';
import { announced, asked, keep } from './probe/probe.ts';
import { missingProduct, pageCap, productPath, searchCase } from './probe/products.ts';
import { dotenv, profiles, selectedStore, token, validSettings, values } from './settings.ts';

/** In the order in which a person would look: without a store, what comes before it is still worth knowing. */
export const usualChecks: readonly Check[] = [
  { group: 'Machine', name: 'shop-cli', check: version },
  { group: 'Machine', name: 'Node', check: node },
  { group: 'Machine', name: 'system', check: system },
  { group: 'Machine', name: 'terminal', check: terminal },
  { group: 'Machine', name: 'SQLite', check: sqlite },
  { group: 'Machine', name: 'keychain', check: keychain },

  // Which store, by which source, with whose token, and every other setting.
  { group: 'Settings', name: 'profiles', check: profiles },
  { group: 'Settings', name: '.env', check: dotenv },
  { group: 'Settings', name: 'settings', needs: ['profiles', '.env'], check: validSettings },
  { group: 'Settings', name: 'store', needs: ['settings'], check: selectedStore },
  { group: 'Settings', name: 'token', needs: ['store'], check: token },
  { group: 'Settings', name: 'values', check: values },

  { group: 'Files', name: 'private files', check: privateFiles },
  { group: 'Files', name: '.env file', check: dotenvFile },
  { group: 'Files', name: 'data directory', check: dataPlace },
  { group: 'Files', name: 'state directory', check: statePlace },
  { group: 'Files', name: 'disk space', check: diskSpace },
  { group: 'Files', name: 'journal', needs: ['store'], check: journal },

  // The way to the store, step by step, as a request goes it. The token is first sent by HTTP.
  { group: 'Network', name: 'proxy', needs: ['store'], check: proxy },
  { group: 'Network', name: 'DNS', needs: ['proxy'], isTimed: true, check: dns },
  { group: 'Network', name: 'TCP', needs: ['DNS'], isTimed: true, check: tcp },
  { group: 'Network', name: 'TLS', needs: ['TCP'], isTimed: true, check: tls },
  { group: 'Network', name: 'HTTP', needs: ['TLS', 'token'], isTimed: true, check: firstRequest },

  { group: 'API', name: 'access', needs: ['HTTP'], check: access },
  { group: 'API', name: 'filters', needs: ['access'], check: filterStyle },
  { group: 'API', name: 'products', needs: ['access'], check: products },
  { group: 'API', name: 'baskets', needs: ['access'], isTimed: true, check: baskets },
  {
    group: 'API',
    name: 'customers, orders',
    needs: ['access'],
    check: () => skipped('the API reads them only by ID: try customers get or orders get'),
  },
  { group: 'API', name: 'writes', needs: ['access'], check: () => skipped('doctor only reads') },
  { group: 'API', name: 'clock', needs: ['HTTP'], check: clock },
  { group: 'API', name: 'latency', needs: ['access'], check: latency },
  { group: 'API', name: 'page size', needs: ['access'], isTimed: true, check: pageSize },
  { group: 'API', name: 'limits', needs: ['HTTP'], check: limits },
];

/** What `--probe` finds out by about fifteen more reads, and keeps in the profile of the store. */
export const probeChecks: readonly Check[] = [
  { group: 'Probe', name: 'filter style', needs: ['access'], check: asked('filters', probeFilters) },
  { group: 'Probe', name: 'page cap', needs: ['access'], check: asked('pageCap', pageCap) },
  { group: 'Probe', name: 'list of products', needs: ['access'], check: asked('productList', productList) },
  { group: 'Probe', name: 'list of baskets', needs: ['access'], check: asked('basketList', basketList) },
  { group: 'Probe', name: 'list of addresses', needs: ['access'], check: asked('addressList', addressList) },
  { group: 'Probe', name: 'SKU in other case', needs: ['access'], check: asked('searchFoldsCase', searchCase) },
  { group: 'Probe', name: 'ID or SKU', needs: ['access'], check: asked('productPath', productPath) },
  { group: 'Probe', name: 'missing product', needs: ['access'], check: asked('missingProduct', missingProduct) },
  { group: 'Probe', name: 'announced limits', needs: ['access'], check: asked('limits', announced) },
  { group: 'Probe', name: 'profile', needs: ['access'], check: keep },
];
