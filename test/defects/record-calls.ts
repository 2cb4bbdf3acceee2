import { writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import path from 'node:path'
import { afterAll, expect } from 'vitest'

// Records which product files each test file calls. `npm run defects` runs this file before each
// test file, and stores the record in the folder RECORD_CALLS.

type CallRecord = { test: string; ms: number; called: string[] }

const root = process.cwd()
const folder = process.env.RECORD_CALLS!

// A worker's test files share one session. The session is stored in globalThis, because each test
// file evaluates this module again.
const store = globalThis as { callSession?: Promise<Session> }
store.callSession ??= startSession()
const session = await store.callSession
const began = performance.now()
// Taking the coverage resets its counters, so from here on they count only calls of this test file.
await session.post('Profiler.takePreciseCoverage')

afterAll(async () => {
  const test = path.relative(root, expect.getState().testPath!)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result
    .filter(({ functions }) => functions.some(isCalled))
    .map(({ url }) => path.relative(root, url.replace(/^file:\/\//, '')))
    .filter((file) => file.startsWith('src/'))
  const record: CallRecord = { test, ms: Math.round(performance.now() - began), called }
  writeFileSync(path.join(folder, `${test.replaceAll('/', '+')}.json`), JSON.stringify(record))
})

async function startSession(): Promise<Session> {
  const started = new Session()
  started.connect()
  await started.post('Profiler.enable')
  await started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return started
}

/**
 * Whether a function of the module was called. Functions without a name do not count: the module
 * itself, its exports, and callbacks. (A callback is always passed on by a function with a name.)
 */
function isCalled({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== '' && ranges[0]!.count > 0
}
