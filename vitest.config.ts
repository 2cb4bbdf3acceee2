import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'sample/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['test/e2e/**', 'test/torture/**', '**/node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    // A test mostly waits for the database; left alone, a machine of two cores gets one worker.
    maxWorkers: availableParallelism() + 1,
    // Test files share their imports, because importing everything for each file took a third of
    // the time. So no file may replace a module.
    isolate: false,
    // Left alone, the address of a sheet is none, of which React warns.
    css: { include: [/\.css\?url$/] },
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
