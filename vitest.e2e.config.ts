import { defineConfig } from 'vitest/config'

// A file needs a whole shop and often waits: for a browser, or for what it killed to be back. So
// three share two cores.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: ['test/torture/**/*.test.ts', 'test/e2e/**/*.test.ts'],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
