import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { POLL } from './test/patience.ts'

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
    // More workers than cores, because tests mostly wait for the database. By default Vitest would
    // use one worker on two cores.
    maxWorkers: availableParallelism() + 2,
    // All test files of a worker share their imports, because importing everything for each file
    // took a third of the time. Therefore no file may mock a module.
    isolate: false,
    // By default style sheets have no address in tests, and React warns about that.
    css: { include: [/\.css\?url$/] },
    expect: { poll: POLL },
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
