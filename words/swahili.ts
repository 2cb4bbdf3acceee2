import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { CATEGORIES } from '../src/messages/categories.text.ts'
import { PAGES } from '../src/messages/pages.text.ts'
import { type Node, type PageText, textsOf } from './page-texts.ts'

const ROOT = join(import.meta.dirname, '..')

/** The source files of visitors' pages. The back office is in English only. */
const PUBLIC = /^src\/(?!.*\/office\/).*\.tsx?$/
/** Source files whose texts stay English: names, data, legal texts, or texts for machines. */
const ENGLISH = [/\/structured-data\.rules\.ts$/]
/**
 * Source files in which every text must have a Swahili translation. In all other files, a text
 * without a translation stays English.
 */
export const SPOKEN = [
  /^src\/(checkout|events|tickets)\/screens\//,
  /^src\/refunds\/screens\//,
  /^src\/privacy\/screens\//,
  /^src\/reports\/(screens|sellers\/[^/]*\.rules)/,
  /^src\/checkout\/([^/]*\/)?[^/]*\.rules\.ts$/,
  /^src\/tickets\/([^/]*\/)?(admission|genuine|lookup|number|reference|transfer)\.rules\.ts$/,
  /^src\/web\/layouts\//,
  /^src\/web\/pages\/[^/]*$/,
  /^src\/events\/([^/]*\/)?(browse|date-range|event-words|sales|search)\.rules\.ts$/,
  /^src\/platform\/values\/(email-address|nairobi|phone)\.rules\.ts$/,
  /^src\/payments\/prompts\/operator\.rules\.ts$/,
  /^src\/site\/screens\//,
  /^src\/site\/(complaint|contact|help|linked-text|newsletter|policy|sell)\.rules\.ts$/,
  /^src\/accounts\/fees\/service-fee\.rules\.ts$/,
]
const CATEGORY_FILE = 'src/events/catalogue/category.rules.ts'
/** Files of long texts. People read every string in them, except ids. */
const TEXTS = /^src\/site\/[^/]*\.text\.ts$/
/** Texts that are identical in both languages. */
const SAME = [
  'Lango',
  '{}Lango',
  'M-PESA',
  'Main Gate',
  'M-PESA.',
  '0712345678',
  'RG56TYHJ8K',
  '{} · Lango',
  '{}, {} · Lango',
  'KES',
  'KES {}',
  // The picture of a phone shows M-PESA's own text, which exists only in English.
  'Do you want to pay {} to {} Account no. {}?',
  'for your tickets',
  'Enter M-PESA PIN:',
  'CANCEL',
  'SEND',
]

/**
 * A build plugin that replaces each text by its Swahili translation, so that a page loads only the
 * texts of its language and English pages do not grow. If a text of a file in SPOKEN has no
 * translation, the build stops.
 */
export function speakSwahili(): Plugin {
  return {
    name: 'speak-swahili',
    enforce: 'pre',
    transform(code, id) {
      const path = normalizePath(relative(ROOT, id.split('?')[0]!))
      if (path === 'src/ui/language.rules.ts') return code.replace("= 'en'", "= 'sw'")
      if (!PUBLIC.test(path) || ENGLISH.some((file) => file.test(path))) return null
      const missing = missingIn(path, code)
      if (missing.length > 0) this.error(`${path} has no Swahili for: ${missing.join(' | ')}`)
      if (path === CATEGORY_FILE) return withCategories(code)
      return { code: translate(path, code), map: null }
    },
  }
}

/**
 * Inserts the Swahili names of categories into the code of `categoryWords`; other names stay
 * unchanged.
 */
export function withCategories(code: string): string {
  const words = JSON.stringify(Object.entries(CATEGORIES))
  return `const WORDS = new Map(${words})\n${code.replace('=> name', '=> WORDS.get(name) ?? name')}`
}

/** The texts of a source file that must have a Swahili translation and have none. */
export function missingIn(path: string, code: string): string[] {
  if (path === CATEGORY_FILE) {
    const names = textsOf(path, code).filter(({ english }) => /^\p{Lu}/u.test(english))
    return names.map(({ english }) => english).filter((name) => !(name in CATEGORIES))
  }
  const isText = TEXTS.test(path)
  if (!isText && !SPOKEN.some((file) => file.test(path))) return []
  return textsOf(path, code)
    .filter(({ isRead, english }) => isRead || (isText && / |\p{Lu}/u.test(english)))
    .filter(({ english }) => !(english in PAGES) && !SAME.includes(english))
    .map(({ english }) => english)
}

/** Like `missingIn`, for a file of the repository. Used by the test that checks all files. */
export const missingInFile = (path: string) =>
  missingIn(path, readFileSync(join(ROOT, path), 'utf8'))

/** The source code with its texts replaced by their Swahili translation. */
export function translate(path: string, code: string): string {
  const texts = textsOf(path, code).filter(({ english }) => english in PAGES)
  const write = (start: number, end: number): string => {
    let written = ''
    let at = start
    for (const text of texts) {
      if (text.start < at || text.end > end) continue
      written += code.slice(at, text.start) + wordsFor(text, write)
      at = text.end
    }
    return written + code.slice(at, end)
  }
  return write(0, code.length)
}

function wordsFor({ english, parts, around, kind }: PageText, write: Write): string {
  const swahili = PAGES[english]!
  if (kind === 'literal') return JSON.stringify(swahili)
  if (kind === 'attribute') return `{${JSON.stringify(swahili)}}`
  let next = 0
  const pieces = swahili.split(/(\{\d*\})/)
  const put = (piece: string) => {
    const part = parts[piece === '{}' ? next++ : Number(piece.slice(1, -1))]!
    return write(part.start, part.end)
  }
  if (kind === 'children') {
    const child = (text: string) => (text === '' ? '' : `{${JSON.stringify(text)}}`)
    const inner = pieces.map((piece, at) => (at % 2 === 1 ? put(piece) : child(piece))).join('')
    return `${child(around[0])}${inner}${child(around[1])}`
  }
  const quasi = (text: string) => text.replace(/[`\\]|\$\{/g, '\\$&')
  const inner = pieces.map((piece, at) => (at % 2 === 1 ? `\${${put(piece)}}` : quasi(piece)))
  return `\`${inner.join('')}\``
}

type Write = (start: Node['start'], end: Node['end']) => string
