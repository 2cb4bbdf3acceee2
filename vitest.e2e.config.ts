import { defineConfig } from 'vitest/config'

// Each file starts a whole shop. It mostly waits, for a browser or for what it killed to be back,
// so two files share the cores.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: ['test/torture/**/*.test.ts', 'test/e2e/**/*.test.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
