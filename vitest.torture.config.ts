import { defineConfig } from 'vitest/config'

// Too long for every day: the sizes of a full house. `TORTURE_ORDERS` makes them smaller.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: ['test/torture/full/*.torture.ts'],
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
  },
})
