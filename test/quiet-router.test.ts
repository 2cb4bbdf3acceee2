import { expect, test } from 'vitest'
import { withoutMessages } from '../scripts/quiet-router.ts'

test("the browser build keeps the router's checks and drops their messages", () => {
  const code = 'invariant(a(invariant(b, `No c`), d), "No e"); other(f, "g"); invariant(h);'
  expect(withoutMessages('router.js', code)).toBe(
    'invariant(a(invariant(b), d)); other(f, "g"); invariant(h);',
  )
})
