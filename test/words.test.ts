import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsOf } from '../words/page-texts.ts'
import { readTree } from './tidy/tree.ts'

/** A habit of translated English, the words to write instead, and a text with the habit. */
type Habit = readonly [pattern: RegExp, better: string, planted: string]

const HABITS: readonly Habit[] = [
  [/\blets? nobody in\b/i, 'is no longer valid', 'This ticket lets nobody in.'],
  [/\bby (itself|themselves)\b/i, 'automatically', 'This page goes on by itself.'],
  [/\bneed not\b/i, "don't need to", 'You need not do anything.'],
  [/(^|[.:;] )empty(:|=| =)/i, 'Leave blank to', 'In Nairobi. Empty: only its own gate.'],
  [/\b(some|no|every)body\b/i, 'someone, no one, everyone', 'Somebody typed it.'],
  [/\btold\b|\btell (the |each )?(buyer|holder|them)/i, 'notify', 'The buyer is told.'],
  [
    /\b(is|are|was|were|be|being) asked\b|\bwe ask (it|the phone)\b|\basked for (its|the) PIN\b/i,
    'gets the M-PESA prompt',
    'The phone is asked for its PIN.',
  ],
  [
    // 'Take back' alone is a button, for a ticket that was sent to a friend.
    /\b((goes|went|comes|came|giv(e|es|en|ing)|gave|pa(y|ys|id|ying)|money|tak(es|en|ing)|took) back|take back .)/i,
    'refund, reverse, cancel',
    'Your money goes back to you.',
  ],
  [
    /\bit stands\b|\bstands? (on|in|at|here|beside|below|above)\b/i,
    'is, appears',
    'It stands here.',
  ],
  [/\bin line\b/i, 'in the queue', 'Payments that are in line.'],
  [/\bas soon as\b|\bonce (it|they|you|we|the|this)\b/i, 'when', 'Sent once it has ended.'],
]

/** Source files that have no text for people: statements, settings, metrics. */
const UNREAD = /\.(test|sql)\.tsx?$|^src\/(env|main|worker)\.ts$|\/(schema|declarations)[^/]*\.ts$/
/** Files in which people read not only whole sentences but also fragments. */
const WORDED = /\.tsx$|\.(text|rules)\.ts$|\/errors\.ts$|\/(office|gate|screens)\//

type Found = { path: string; text: string; better: string }

function findHabits(path: string, code: string): Found[] {
  const texts = textsOf(path, code).filter(
    ({ isRead, english }) => isRead || (WORDED.test(path) && / /.test(english)),
  )
  return texts.flatMap(({ english: text }) =>
    HABITS.filter(([pattern]) => pattern.test(text)).map(([, better]) => ({ path, text, better })),
  )
}

// spec: plain-words
test('no page, SMS, email, USSD screen or error has a habit of translated English', () => {
  const paths = [...readTree().keys()].filter(
    (path) => /^src\/.*\.tsx?$/.test(path) && !UNREAD.test(path),
  )
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.flatMap((path) => findHabits(path, readFileSync(path, 'utf8')))).toEqual([])
})

test.each(HABITS)('a text with %s is found in every kind of source: %s', (_, better, planted) => {
  const sources = {
    'src/site/screens/page.tsx': `export const A = () => <p>${planted} {more}</p>`,
    'src/site/screens/field.tsx': `export const B = () => <Field hint="${planted}" />`,
    'src/site/office/hint.ts': `export const C = (n: number) => \`\${n} left. ${planted}\``,
    'src/site/sms.text.ts': `export const D = { en: 'X: ${planted}', sw: 'Hapana.' }`,
    'src/site/errors.ts': `export const E = { code: [409, '${planted}'] }`,
    'src/site/site.routes.ts': `export const F = () => ({ message: '${planted}' })`,
  }
  for (const [path, code] of Object.entries(sources)) {
    const text = expect.stringContaining(planted)
    expect(findHabits(path, code)).toContainEqual({ path, text, better })
  }
})
