import { describe, expect, it } from 'vitest'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import { writeDocument } from './document.ts'
import { EARLY_SCRIPT, inlineScriptHashes } from './early-script.ts'
import { chunksOf } from './page-renderer.ts'
import { PLAIN_SHEET } from './plain-sheet.ts'
import { START_SCRIPT } from './start-script.ts'

describe('the document', () => {
  const assets = { css: 'a{}', extraHead: '', entry: '/assets/e.js', preload: ['/assets/p.js'] }
  const head = { title: '"A" & <b>', description: "it's", canonical: '/event/1' }
  const html = writeDocument(
    { head, language: 'sw', html: '<p>x</p>', state: {} },
    assets,
    'https://lango.test',
  )

  it('has a state that cannot end its script element, and parses to the original data', () => {
    const state = { title: '</script><script>alert(1)</script><!-- &amp; \u2028\u2029' }
    const page = writeDocument({ head, language: 'en', html: '', state }, assets, 'https://x.test')
    const [, text = ''] =
      /<script type="application\/json" id="state">(.*)<\/script><\/body>/s.exec(page)!
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text)).toEqual(state)
  })

  it('escapes text that organizers typed', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;',
    )
    expect(html).toContain('<title>&quot;A&quot; &amp; &lt;b&gt;</title>')
    expect(html).toContain('<link rel="canonical" href="https://lango.test/sw/event/1">')
    expect(html).toContain('<link rel="alternate" hreflang="en" href="https://lango.test/event/1">')
  })

  it('has two short inline scripts, whose hashes the policy contains', () => {
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/g)].map((match) => match[1])
    expect(inline).toEqual([START_SCRIPT, EARLY_SCRIPT])
    const hash = expect.stringMatching(/^'sha256-[\w+/]{43}='$/)
    expect(inlineScriptHashes).toEqual([hash, hash])
    expect(EARLY_SCRIPT.length).toBeLessThanOrEqual(350)
    expect(START_SCRIPT.length).toBeLessThanOrEqual(600)
  })

  // spec: below-floor-sheet
  it('has a sheet of at most 1 kB for browsers without cascade layers', () => {
    expect(html).toContain(`<style>${PLAIN_SHEET}</style>`)
    expect(Buffer.byteLength(PLAIN_SHEET)).toBeLessThanOrEqual(1000)
  })
})

describe('the files of a page', () => {
  it('are all that it imports, each file once', () => {
    const manifest = {
      entry: { file: 'e.js', imports: ['shared'] },
      page: { file: 'p.js', imports: ['shared', 'entry'] },
      shared: { file: 's.js', imports: ['entry'] },
    }
    expect(chunksOf(manifest, ['entry', 'page', 'site'])).toEqual(['e.js', 's.js', 'p.js'])
  })
})
