import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../src/messages/pages.text.ts'
import { missingIn, missingInFile, translate } from '../words/swahili.ts'
import { DOCUMENT, writeSwahili } from './swahili/document.ts'
import { readTree } from './tidy/tree.ts'

test('docs/swahili.md has every Swahili text beside its English twin, as they are now', () => {
  expect(readFileSync(DOCUMENT, 'utf8'), 'run npm run swahili').toBe(writeSwahili())
})

test('every text of the pages for visitors has its Swahili', () => {
  const sources = [...readTree().keys()].filter((path) => /^src\/.*\.tsx?$/.test(path))
  const shown = sources.filter((path) => !/\.test\.tsx?$|\/office\//.test(path))
  expect(shown.length).toBeGreaterThan(300)
  expect(shown.flatMap(missingInFile)).toEqual([])
})

test('a text has the same places in both languages, or says which it leaves out', () => {
  for (const [english, swahili] of Object.entries(PAGES)) {
    const count = english.split('{}').length - 1
    const places = [...swahili.matchAll(/\{(\d*)\}/g)].map(([, at]) => at!)
    if (places.some((at) => at !== '')) {
      for (const at of places) expect(Number(at), english).toBeLessThan(count)
    } else expect(places, english).toHaveLength(count)
  }
})

describe('the build of the Swahili pages', () => {
  const path = 'src/checkout/screens/some.tsx'

  test('puts the Swahili in the place of texts, attributes and templates', () => {
    const code = `export const A = (p: { n: number }) => (
      <p aria-label="Phone number">
        You paid {p.n} for this event{p.n > 1 && <b>Total</b>}. Your
        tickets are ready.
      </p>
    )
    export const b = (n: number) => \`Only \${n} left\`
    export const c = 'Try again'`
    const sw = translate(path, code)
    expect(sw).toContain('<p aria-label={"Nambari ya simu"}>')
    expect(sw).toContain(
      '{"Ulilipa "}{p.n}{" kwa tukio hili"}{p.n > 1 && <b>{"Jumla"}</b>}{". Tiketi zako ziko tayari."}',
    )
    expect(sw).toContain(`\`Zimebaki \${n} tu\``)
    expect(sw).toContain('export const c = "Jaribu tena"')
  })

  test('stops at a text without Swahili', () => {
    const missing = missingIn(path, 'export const a = <p>Nobody said this</p>')
    expect(missing).toEqual(['Nobody said this'])
    expect(missingIn(path, 'export const a = <p className="mt-1">Total</p>')).toEqual([])
  })
})
