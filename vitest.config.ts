import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { dir: 'test', include: ['**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000, setupFiles: [], env: { TZ: 'UTC' } },
});
