import type { Group } from '../../cli/command.ts';

/** `shop-cli auth`: stored profiles, a store with its token each. */
export const auth: Group = {
  summary: 'store the addresses and tokens of your stores',
  verbs: {
    login: {
      summary: 'store the address and the token of a store as a profile',
      load: async () => (await import('./login.ts')).login,
    },
    status: {
      summary: 'show which store commands use, and why',
      load: async () => (await import('./status.ts')).status,
    },
    list: {
      summary: 'list the stored profiles',
      load: async () => (await import('./list.ts')).list,
    },
    switch: {
      summary: 'choose the profile that commands use',
      load: async () => (await import('./switch.ts')).switchProfile,
    },
    logout: {
      summary: 'remove a stored token',
      load: async () => (await import('./logout.ts')).logout,
    },
  },
};
