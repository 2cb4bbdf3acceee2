// Checks that the built scripts run in the oldest supported browsers (decisions/0180).
// test/e2e/floor.test.ts runs the scripts without newer built-ins.
import { globSync, readFileSync } from 'node:fs'
import { Linter } from 'eslint'
import { beforeAll, expect, test } from 'vitest'
import { buildPages } from '../scripts/build.mjs'
import { EARLY_SCRIPT } from '../src/web/early-script.ts'
import { readTicketWorker } from '../src/web/read-ticket-worker.ts'
import { START_SCRIPT } from '../src/web/start-script.ts'
import { findBeyondFloor } from './floor/lint.ts'

beforeAll(() => buildPages())

// spec: browser-floor-bundles
test('no built script needs what the oldest supported browsers lack', () => {
  // A script that has the same name in both languages has the same content.
  const files = globSync('dist/{client,sw/client,gate}/**/*.js')
  const scripts = new Map(
    files.map((file) => [file.split('/').at(-1)!, readFileSync(file, 'utf8')]),
  )
  expect(scripts.size).toBeGreaterThan(60)
  scripts
    .set('ticket-worker', readTicketWorker())
    .set('inline scripts', `${START_SCRIPT}\n${EARLY_SCRIPT}`)
  const found = [...scripts].flatMap(([name, script]) =>
    findBeyondFloor(script).map((fault) => `${name}: ${fault}`),
  )
  expect(found).toEqual([])
})

// spec: below-floor-error
test('the inline script runs in browsers of 2009', () => {
  const languageOptions = { ecmaVersion: 5, sourceType: 'script' } as const
  expect(new Linter().verify(START_SCRIPT, { languageOptions })).toEqual([])
})

// spec: browser-floor-bundles
test.each([
  ['a newer method', 'export const f = (rows) => rows.toReversed()'],
  ['a method that only Firefox lacks', 'export const f = (rows) => rows.findLast(Boolean)'],
  ['a newer function', 'export const f = (rows) => Map.groupBy(rows, Boolean)'],
  ['a newer function of the web', 'fetch("/", { signal: AbortSignal.timeout(9) })'],
  ['a newer object', 'new Float16Array(1)'],
  ['a newer function of the window', 'requestIdleCallback(() => {})'],
  ['a look-behind', 'export const f = /(?<!a)b/'],
  ['a look-behind in a text', 'new RegExp("(?<=a)b")'],
  ['a newer flag of regular expressions', 'export const f = /[a--b]/v'],
  ['a static block', 'class A { static { A.b = 1 } }'],
  ['syntax that no browser knows', 'export const = 1'],
])('the check finds %s', (_what, script) => {
  expect(findBeyondFloor(script)).not.toEqual([])
})

// spec: browser-floor-bundles
test('the check passes scripts for the oldest supported browsers, and a use after a test', () => {
  const script = `
    export const f = (rows) => structuredClone(rows.at(-1) ?? Object.hasOwn(rows, 'a'))
    class A { static #b = 1; has(a) { return #b in a } static get b() { return A.#b } }
    if (typeof WebTransport === 'function') rows.toReversed?.()
    URL.createObjectURL(new Blob([A.b]))`
  expect(findBeyondFloor(script)).toEqual([])
})
