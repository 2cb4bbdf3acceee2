// Rule: comments and documents keep the rules of CONTRIBUTING.md for plain English, as far as a
// pattern can check them.
import { at, type Files, type Source, type Violation } from './source.ts'

const FIRST_WORDS =
  /^(What|Whatever|Who|Whom|Whose|Whoever|Of|Those|Such|Else|Where|One|The same|It|They|None|Others?|Another|Nobody|Somebody|Meanwhile)\b(?![^.]*\?)/
const LATER_FIRST_WORDS =
  /[.!?:] (What|Whatever|Who|Whom|Whose|Whoever|Of|Those|Such|Else|Where|The same|Nobody|Somebody|Meanwhile)\b(?![^.]*\?)/
const PHRASES =
  /\b(somebody|nobody|whoever|whatever|whichever|told|tells? of|anew|meanwhile|beside|at once|by itself|by themselves|so many|so long|for a while|for a moment|of that|for that|of those|those that|those who)\b/i

function habitOf(text: string): string | null {
  const found = FIRST_WORDS.exec(text) ?? LATER_FIRST_WORDS.exec(text) ?? PHRASES.exec(text)
  return found?.[0] ?? null
}

export function checkEnglish(source: Source): Violation[] {
  return blocksOf(source).flatMap(({ text, start }) => {
    const habit = habitOf(text)
    const message = `'${habit}' makes a comment hard to read: name the actor and the thing.`
    return habit === null ? [] : [at(source, { start }, 'english', message)]
  })
}

/** Documents that quote: recorded decisions, and the specification with rows in its own words. */
const QUOTING = /^(decisions\/\d|docs\/specification\.md$)/

/** Comments as a reader sees them: neighbouring `//` lines form one text. */
function blocksOf(source: Source): { text: string; start: number }[] {
  const blocks: { text: string; start: number; end: number }[] = []
  for (const { value, start } of source.comments) {
    const text = plainText(value)
    // Skip comments that tools read: tags of specification rows, and instructions for the linter.
    if (/^(spec:|biome-ignore|@)/.test(text)) continue
    const end = start + '//'.length + value.length
    const last = blocks.at(-1)
    if (last && /^\n[ \t]*$/.test(source.code.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else {
      blocks.push({ text, start, end })
    }
  }
  return blocks
}

function plainText(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Checks READMEs and documents. Each line is checked as a separate text: a heading, a paragraph, a
 * list item or a table row.
 */
export function checkDocumentEnglish(files: Files): Violation[] {
  const documents = [...files].filter(([path]) => path.endsWith('.md') && !QUOTING.test(path))
  return documents.flatMap(([path, content]) =>
    content.split('\n').flatMap((row, index) => {
      const habit = habitOf(row.replace(/^(#+|[-*|]) */, '').replace(/\]\([^)]*\)/g, ']'))
      const message = `'${habit}' makes a document hard to read: name the actor and the thing.`
      return habit === null ? [] : [{ rule: 'english' as const, path, line: index + 1, message }]
    }),
  )
}
