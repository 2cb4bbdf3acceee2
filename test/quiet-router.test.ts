import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutInstrumentations, withoutMessages } from '../scripts/quiet-router.ts'

test("the browser build keeps the router's checks and drops their messages", () => {
  const code = 'invariant(a(invariant(b, `No c`), d), "No e"); other(f, "g"); invariant(h);'
  expect(withoutMessages('router.js', code)).toBe(
    'invariant(a(invariant(b), d)); other(f, "g"); invariant(h);',
  )
})

test('the browser build has no router with instrumentations', () => {
  const file = 'node_modules/react-router/dist/production/lib/router/router.js'
  const router = readFileSync(file, 'utf8')
  expect(router).toContain('init.instrumentations')
  expect(withoutInstrumentations(router)).not.toMatch(/\.instrumentations/)
})
