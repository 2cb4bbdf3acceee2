import { ANSWERS } from './answers.text.ts'
import { PAGES } from './pages.text.ts'

const TEXTS: Readonly<Record<string, string>> = { ...PAGES, ...ANSWERS }

/** Texts with values, longest first: a longer pattern is the more specific one. */
const PATTERNS = Object.entries(TEXTS)
  .filter(([english]) => /\{\}/.test(english) && /\p{L}{3}/u.test(english))
  .sort(([one], [other]) => other.length - one.length)
  .map(([english, swahili]) => ({ pattern: patternOf(english), swahili }))

function patternOf(english: string): RegExp {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

/** The Swahili translation of a text in a response, or the text itself if it has no translation. */
export function inSwahili(text: string): string {
  const whole = TEXTS[text]
  if (whole !== undefined) return whole
  for (const { pattern, swahili } of PATTERNS) {
    const found = pattern.exec(text)
    if (!found) continue
    let next = 1
    // Values are translated too, such as 'the M-PESA number that paid'.
    return swahili.replace(/\{(\d*)\}/g, (_, at: string) =>
      inSwahili(found[at === '' ? next++ : Number(at) + 1] ?? ''),
    )
  }
  return text
}

/** The fields of a response that pages show. Other fields are for programs. */
const READ = ['error', 'message', 'words']

/** The response with its texts in Swahili. */
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
