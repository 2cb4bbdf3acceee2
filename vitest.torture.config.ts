import { defineConfig } from 'vitest/config'

// Too long for every day: the sizes of a full house. `TORTURE_ORDERS` and `TORTURE_REFUNDS` make
// them smaller. The latter is for a test that runs each day with fewer.
process.env.TORTURE_REFUNDS ??= '2000'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: ['test/torture/full/*.torture.ts', 'test/torture/refunds.test.ts'],
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
  },
})
