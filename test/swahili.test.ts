import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../src/messages/pages.text.ts'
import { missingIn, missingInFile, SPOKEN, translate, withCategories } from '../words/swahili.ts'
import { writeSwahili } from './swahili/document.ts'
import { readTree } from './tidy/tree.ts'

test('the document of npm run swahili has each Swahili text next to its English twin', () => {
  const rows = writeSwahili().split('\n')
  expect(rows.filter((row) => row.startsWith('| ')).length).toBeGreaterThan(900)
  expect(rows).toContain(`| Try again | ${PAGES['Try again']} |`)
  expect(rows.filter((row) => /\| *(undefined)? *\|$/.test(row))).toEqual([])
})

test("every text of the visitors' pages has its Swahili", () => {
  const sources = [...readTree().keys()].filter((path) => /^src\/.*\.tsx?$/.test(path))
  const shown = sources.filter((path) => !/\.test\.tsx?$|\/office\//.test(path))
  expect(shown.length).toBeGreaterThan(300)
  expect(shown.flatMap(missingInFile)).toEqual([])
})

test('each place that must have Swahili is still there, so that a moved file stays covered', () => {
  const files = [...readTree().keys()]
  expect(SPOKEN.filter((place) => !files.some((path) => place.test(path)))).toEqual([])
})

test('a form without script stays in its language', () => {
  const screens = [...readTree().keys()].filter(
    (path) => path.endsWith('.tsx') && !path.includes('/office/'),
  )
  const forms = screens.filter((path) => /\saction=("\/|\{['`]\/)/.test(readFileSync(path, 'utf8')))
  expect(forms).toEqual([])
})

test('a text has the same placeholders in both languages, or names those that it leaves out', () => {
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

  // spec: unit-on-page
  test('the people of a table are counted in Swahili in the summary too', () => {
    const units = 'src/checkout/screens/unit-lines.ts'
    expect(translate(units, readFileSync(units, 'utf8'))).toMatch(/`\(watu \$\{[^}]+\}\)`/)
  })

  test('the Swahili build replaces texts, attributes and templates', () => {
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

  test('the build keeps the spaces between a text and its neighbouring element', () => {
    const path = 'src/checkout/screens/a.tsx'
    const from = '<p><span>From </span>{price}</p>'
    expect(translate(path, from)).toBe('<p><span>{"Kuanzia"}{" "}</span>{price}</p>')
    const lines = '<p>\n  Try again\n</p>'
    expect(translate(path, lines)).toBe('<p>{"Jaribu tena"}</p>')
  })

  // spec: swahili-explains
  test('the Swahili build has every text of the help, the policies and the categories', () => {
    const text = 'src/site/terms.text.ts'
    const missing = (code: string) => missingIn(text, code)
    expect(missing("export const T = { id: 'fair-use', title: 'No such title' }")).toEqual([
      'No such title',
    ])
    expect(
      missing("const list = ['do nothing of the kind,', '1. Nobody', 'See [it](/x)']"),
    ).toEqual(['do nothing of the kind,', '1. Nobody', 'See [it](/x)'])
    const names = "export const NAMES = ['Concerts', 'Rodeo'] as const"
    expect(missingIn('src/events/catalogue/category.rules.ts', names)).toEqual(['Rodeo'])
    // Names are data. They must be equal in the paths and calls of English and Swahili pages.
    expect(translate('src/web/layouts/site-footer.tsx', names)).toBe(names)
  })

  test('categories have their Swahili names, and those added by organizers their own', async () => {
    const words = readFileSync('src/events/catalogue/category.rules.ts', 'utf8')
    const code = stripTypeScriptTypes(withCategories(words))
    const { categoryWords } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const named = ['Concerts', 'Rodeo', 'constructor', ''].map(categoryWords)
    expect(named).toEqual(['Muziki', 'Rodeo', 'constructor', ''])
  })

  test('each link, placeholder and number of the long texts is in the same position as in English', () => {
    for (const [english, swahili] of Object.entries(PAGES)) {
      const facts = (text: string) => (text.match(/\{\w*\}|\]\([^)]*\)|\d+/g) ?? []).sort()
      if (english.length > 90) expect(facts(swahili), english).toEqual(facts(english))
    }
  })

  test('the build stops at a text without Swahili', () => {
    const missing = missingIn(path, 'export const a = <p>Nobody said this</p>')
    expect(missing).toEqual(['Nobody said this'])
    expect(missingIn(path, 'export const a = <p className="mt-1">Total</p>')).toEqual([])
  })
})
