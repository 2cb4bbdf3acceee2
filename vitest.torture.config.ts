import { defineConfig } from 'vitest/config'

// The sizes of a full house, which take too long for every day. `TORTURE_ORDERS` and
// `TORTURE_REFUNDS` make them smaller; a test that runs every day also reads the latter.
process.env.TORTURE_REFUNDS ??= '2000'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts', 'test/shop-setup.ts'],
    include: [
      'test/torture/full/*.torture.ts',
      'test/deploy/*.torture.ts',
      'test/torture/refunds.test.ts',
    ],
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
  },
})
