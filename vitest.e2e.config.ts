import { defineConfig } from 'vitest/config'

// The browser and the crash tests start whole shops: one after the other, or they measure
// each other.
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts', 'test/torture/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
