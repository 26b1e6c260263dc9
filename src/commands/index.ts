import type { CommandDefinition, Tree, Verb } from '../cli/command.ts';
import type { Shell } from '../cli/completion/shell-words.ts';
import { CliError } from '../errors.ts';
import { whereToFind } from '../resources/where-to-find.ts';

/** Every command, in the order of the help. What a command does is loaded when it is used. */
export const tree: Tree = {
  products: {
    heading: 'Shop:',
    summary: 'manage, import, compare and export products',
    singular: 'product',
    verbs: {
      list: verb('list products', () => import('./products/list.ts')),
      get: verb('show products by ID or SKU', () => import('./products/get.ts')),
      create: verb('create a product', () => import('./products/create.ts')),
      import: verb('import products from a CSV or Excel file', () => import('./products/import.ts')),
      diff: verb('compare a CSV or Excel file with the store', () => import('./products/diff.ts')),
      export: verb('export products to a CSV or Excel file', () => import('./products/export.ts')),
      update: cannot('The API cannot update products.', 'Update it in the back office of the shop.'),
      delete: cannot('The API cannot delete products.', 'Delete it in the back office of the shop.'),
    },
  },
  imports: {
    summary: 'show and manage imports run on this machine',
    singular: 'import',
    verbs: {
      list: verb('list the imports into this store', () => import('./imports/list.ts')),
      show: {
        summary: 'show an import and its problems, or a plan',
        load: async () => (await import('./imports/show.ts')).showOf(() => tree),
      },
      apply: {
        summary: 'apply an approved import plan',
        load: async () => (await import('./imports/apply.ts')).applyOf(() => tree),
      },
      verify: {
        summary: 'check every row of an import against the store',
        load: async () => (await import('./imports/verify.ts')).verifyOf(() => tree),
      },
      delete: verb('delete the local history of an import', () => import('./imports/delete.ts')),
    },
  },
  baskets: {
    summary: 'manage baskets and their products',
    singular: 'basket',
    verbs: {
      list: verb('list baskets', () => import('./baskets/list.ts')),
      get: verb('show baskets', () => import('./baskets/get.ts')),
      create: verb('create a basket', () => import('./baskets/create.ts')),
      update: verb('update a basket, or add products to it', () => import('./baskets/update.ts')),
      delete: verb('delete a basket', () => import('./baskets/delete.ts')),
      items: {
        summary: 'manage the products of a basket',
        singular: 'item',
        verbs: {
          list: verb('list the products of a basket', () => import('./baskets/items/list.ts')),
          get: verb('show a product of a basket', () => import('./baskets/items/get.ts')),
          add: verb('add products to a basket', () => import('./baskets/items/add.ts')),
          update: verb('update a product of a basket', () => import('./baskets/items/update.ts')),
          delete: verb('remove a product from a basket', () => import('./baskets/items/delete.ts')),
        },
      },
    },
  },
  customers: {
    summary: 'manage customers',
    singular: 'customer',
    verbs: {
      find: verb('find customers by name, e-mail, phone or address', () => import('./customers/find.ts')),
      get: verb('show customers', () => import('./customers/get.ts')),
      create: verb('create a customer', () => import('./customers/create.ts')),
      import: verb('import customers from a CSV or Excel file', () => import('./customers/import.ts')),
      update: verb('update a customer', () => import('./customers/update.ts')),
      delete: verb('delete a customer', () => import('./customers/delete.ts')),
      erase: verb('erase a person: baskets, addresses, customer', () => import('./customers/erase/erase.ts')),
      list: cannot('The API cannot list customers.', whereToFind.customer),
    },
  },
  addresses: {
    summary: 'manage the addresses of a customer',
    singular: 'address',
    verbs: {
      list: verb('list the addresses of a customer', () => import('./addresses/list.ts')),
      get: verb('show addresses', () => import('./addresses/get.ts')),
      create: verb('create an address for a customer', () => import('./addresses/create.ts')),
      import: verb('import addresses from a CSV or Excel file', () => import('./addresses/import.ts')),
      update: verb('update an address', () => import('./addresses/update.ts')),
      delete: verb('delete an address', () => import('./addresses/delete.ts')),
    },
  },
  orders: {
    summary: 'manage orders',
    singular: 'order',
    verbs: {
      list: verb('list the orders that baskets refer to', () => import('./orders/list.ts')),
      get: verb('show orders', () => import('./orders/get.ts')),
      create: verb('create an order from a basket', () => import('./orders/create.ts')),
      delete: verb('delete an order', () => import('./orders/delete.ts')),
      update: cannot('The API cannot update orders.', 'Change it in the back office of the shop.'),
    },
  },
  template: verb('write a template for an import file', () => import('./template.ts')),
  auth: {
    heading: 'Setup:',
    summary: 'manage profiles: the URL and token of each store',
    verbs: {
      login: verb("save a store's URL and token as a profile", () => import('./auth/login.ts')),
      status: verb('show which store commands use, and why', () => import('./auth/status.ts')),
      list: verb('list the stored profiles', () => import('./auth/list.ts')),
      switch: verb('choose the profile that commands use', () => import('./auth/switch.ts')),
      logout: verb('remove a stored token', () => import('./auth/logout.ts')),
    },
  },
  doctor: verb('check settings, files, network and store', () => import('./doctor/doctor.ts')),
  sandbox: verb('run the embedded store, for tests and training', () => import('./sandbox/sandbox.ts')),
  completion: {
    summary: 'print shell completion scripts',
    about:
      'To install it, add this to ~/.bashrc:\n  eval "$(shop-cli completion bash)"\n' +
      'or to ~/.zshrc, after compinit:\n  eval "$(shop-cli completion zsh)"\n' +
      'or for fish:\n  shop-cli completion fish > ~/.config/fish/completions/shop-cli.fish\n' +
      'or to the file $PROFILE of PowerShell:\n  shop-cli completion powershell | Out-String | Invoke-Expression',
    verbs: {
      bash: completionFor('bash', 'bash'),
      zsh: completionFor('zsh', 'zsh'),
      fish: completionFor('fish', 'fish'),
      powershell: completionFor('powershell', 'PowerShell'),
    },
  },
  api: { ...verb('send any request to the API', () => import('./api.ts')), heading: 'For programs:' },
  commands: {
    summary: 'list every command',
    load: async () => (await import('./commands.ts')).commandsOf(() => tree),
  },
  schema: {
    summary: "print the JSON Schema of a command's output",
    load: async () => (await import('./schema/schema.ts')).schemaOf(() => tree),
  },
  login: otherName('auth login', () => import('./auth/login.ts')),
  logout: otherName('auth logout', () => import('./auth/logout.ts')),
  whoami: otherName('auth status', () => import('./auth/status.ts')),
};

function verb(summary: string, load: () => Promise<{ readonly definition: CommandDefinition }>): Verb {
  return { summary, load: async () => (await load()).definition };
}

/** A name from other programs for a command that has one here. */
function otherName(name: string, load: Parameters<typeof verb>[1]): Verb {
  return { ...verb(`same as ${name}`, load), isHidden: true };
}

function completionFor(shell: Shell, name: string): Verb {
  return {
    summary: `print the completion script for ${name}`,
    load: async () => (await import('./completion.ts')).completionOf(shell),
  };
}

/** A verb that users expect and the API does not have: it says so, and what there is instead. */
function cannot(message: string, hint: string): Verb {
  return {
    summary: `${message} ${hint}`,
    isHidden: true,
    load: async () => ({
      examples: [],
      options: (command) => {
        command.allowUnknownOption().allowExcessArguments();
      },
      run: async () => {
        throw new CliError('usage', message, { hint });
      },
    }),
  };
}
