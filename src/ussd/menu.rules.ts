import { DATE_CHOICES, rangeFor } from '../events/date-range.rules.ts'
import { CATEGORIES } from '../messages/categories.text.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { hasRoom, type Line, layOut } from './layout.rules.ts'
import type { Field, Place, Shown, Step } from './place.rules.ts'
import { ussdWords, type Words } from './ussd.text.ts'

/** Rows of a list that one screen holds. */
export const ROWS = 4

/** What a screen needs besides what it is about. */
export type Frame = {
  language: Language
  /** What came of the last answer, above the screen. */
  notice?: string | undefined
  /** Whether there is a way back. */
  hasBack: boolean
}

export type Row = { line: Line; to: Place }

type Parts = {
  head: readonly Line[]
  rows?: readonly Row[]
  /** More of the same list. */
  more?: Place | undefined
  foot?: readonly Line[]
  field?: Field
  choices?: Record<string, Step>
}

/** A screen that waits for an answer: what it says, and what its digits mean. */
export function screenOf(frame: Frame, parts: Parts): Shown {
  const { head, rows = [], more, foot = [], field } = parts
  const words = ussdWords[frame.language]
  const listed = rows.map(({ line }, at) => numbered(at + 1, line))
  const screen = [
    ...head,
    ...listed,
    ...(more ? [`9 ${words.more}`] : []),
    ...foot,
    ...(frame.hasBack ? [`0 ${words.back}`] : []),
  ]
  const text = layOut([...noticeOver(screen, frame.notice), ...screen])
  const choices: Record<string, Step> = { ...parts.choices }
  for (const [at, { to }] of rows.entries()) choices[at + 1] = { to }
  if (more) choices[9] = { to: more }
  return { text, answers: { choices, ...(field && { field }) } }
}

/** Whole where there is room; on the fullest screens it is cut before a digit is. */
function noticeOver(screen: readonly Line[], notice: string | undefined): Line[] {
  if (!notice) return []
  return [hasRoom([notice, ...screen]) ? notice : { name: notice }]
}

/** The last screen of a session. */
export function lastScreen(lines: readonly Line[]): Shown {
  return { text: layOut(lines), answers: null }
}

function numbered(digit: number, line: Line): Line {
  if (typeof line === 'string') return `${digit} ${line}`
  return { ...line, before: `${digit} ${line.before ?? ''}` }
}

export function menuScreen(frame: Frame): Shown {
  const words = ussdWords[frame.language]
  const rows: Row[] = [
    { line: words.events.byDate, to: { at: 'dates' } },
    { line: words.events.byCategory, to: { at: 'categories', from: 0 } },
    { line: words.myTickets, to: { at: 'tickets', from: 0 } },
    { line: words.isGenuine, to: { at: 'check' } },
    { line: words.help, to: { at: 'help' } },
  ]
  const speak = frame.language === 'en' ? 'sw' : 'en'
  return screenOf(frame, {
    head: [words.menu],
    rows,
    foot: [`6 ${words.other}`, words.orCode],
    choices: { 6: { speak } },
    field: { kind: 'code' },
  })
}

export function helpScreen(frame: Frame, support: string): Shown {
  return screenOf(frame, { head: [{ name: ussdWords[frame.language].helpText(support) }] })
}

/** `today` is YYYY-MM-DD in Nairobi: the choice is kept as days, and tomorrow means the same. */
export function datesScreen(frame: Frame, today: string): Shown {
  const words = ussdWords[frame.language]
  const rows = DATE_CHOICES.map(({ value }): Row => {
    return { line: words.dates[value], to: { at: 'events', ...rangeFor(value, today) } }
  })
  return screenOf(frame, { head: [words.events.byDate], rows })
}

export function categoriesScreen(frame: Frame, names: readonly string[], from: number): Shown {
  const rows = names.slice(from, from + ROWS).map((name): Row => {
    return {
      line: { name: categoryIn(frame.language, name) },
      to: { at: 'events', category: name },
    }
  })
  const hasMore = names.length > from + ROWS
  const more: Place | undefined = hasMore ? { at: 'categories', from: from + ROWS } : undefined
  return screenOf(frame, { head: [ussdWords[frame.language].category], rows, more })
}

/** One that an admin made since has no Swahili. */
function categoryIn(language: Language, name: string): string {
  return language === 'sw' && Object.hasOwn(CATEGORIES, name) ? CATEGORIES[name]! : name
}

/** '21 Nov', from YYYY-MM-DD. */
export function shortDay(words: Words, date: string): string {
  const [, month = 1, day = 1] = date.split('-').map(Number)
  return `${day} ${words.months[month - 1]}`
}
