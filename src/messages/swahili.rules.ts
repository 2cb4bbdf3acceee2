import { ANSWERS } from './answers.text.ts'
import { PAGES } from './pages.text.ts'

const TEXTS: Readonly<Record<string, string>> = { ...PAGES, ...ANSWERS }

/** Texts with places, the longest first: the most of it is known. */
const PATTERNS = Object.entries(TEXTS)
  .filter(([english]) => /\{\}/.test(english) && /\p{L}{3}/u.test(english))
  .sort(([one], [other]) => other.length - one.length)
  .map(([english, swahili]) => ({ pattern: patternOf(english), swahili }))

function patternOf(english: string): RegExp {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

/** The Swahili of what an answer says; what has none stays as it is. */
export function inSwahili(text: string): string {
  const whole = TEXTS[text]
  if (whole !== undefined) return whole
  for (const { pattern, swahili } of PATTERNS) {
    const found = pattern.exec(text)
    if (!found) continue
    let next = 1
    // Words that are put in have Swahili of their own: 'the M-PESA number that paid'.
    return swahili.replace(/\{(\d*)\}/g, (_, at: string) =>
      inSwahili(found[at === '' ? next++ : Number(at) + 1] ?? ''),
    )
  }
  return text
}

/** What people read of an answer; all else of it is for programs. */
const READ = ['error', 'message', 'words']

/** An answer whose words are Swahili. */
export function answerInSwahili(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(answerInSwahili)
  if (answer === null || typeof answer !== 'object' || answer instanceof Date) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' && READ.includes(key) ? inSwahili(value) : answerInSwahili(value),
    ]),
  )
}
