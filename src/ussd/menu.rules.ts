import { DATE_CHOICES, rangeFor } from '../events/search/date-range.rules.ts'
import { CATEGORIES } from '../messages/categories.text.ts'
import { smsDays, smsShortSpan } from '../messages/sms.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { fitsWhole, hasRoom, type Line, layOut } from './layout.rules.ts'
import type { Field, RenderedScreen, ScreenRef, Step } from './navigation.rules.ts'
import { ussdTexts } from './ussd.text.ts'

export const ROWS = 4

/** The parts around a screen's content: language, notice and whether the caller can go back. */
export type Frame = {
  language: Language
  /** A notice about the last input, above the screen. */
  notice?: string | undefined
  hasBack: boolean
}

export type Row = { line: Line; to: ScreenRef }

export type Parts = {
  head: readonly Line[]
  rows?: readonly Row[]
  more?: ScreenRef | undefined
  foot?: readonly Line[]
  field?: Field
  choices?: Record<string, Step>
}

/** Renders a screen that waits for an input: its text, and the meaning of each digit. */
export function screenOf(frame: Frame, parts: Parts): RenderedScreen {
  const { rows = [], more, field } = parts
  const text = layOut(linesOf(frame, parts))
  const choices: Record<string, Step> = { ...parts.choices }
  for (const [at, { to }] of rows.entries()) choices[at + 1] = { to }
  if (more) choices[9] = { to: more }
  return { text, answers: { choices, ...(field && { field }) } }
}

/** Renders the first variant that fits with whole names; otherwise the last variant. */
export function fittingScreen(frame: Frame, variants: readonly Parts[]): RenderedScreen {
  const fitting = variants.find((parts) => fitsWhole(linesOf(frame, parts)))
  return screenOf(frame, fitting ?? variants.at(-1)!)
}

type DayText = (first: string, last: string, language: Language) => string

/**
 * The ways to write a day or several, the longest first: 'Sat 21 Nov' and '21 Nov', or 'Fri 20-Sun 22
 * Nov' and '20-22 Nov'.
 */
const DAY_TEXTS: readonly DayText[] = [smsDays, smsShortSpan]

/** Renders a list of days, with weekdays if all names then still fit whole. */
export function datedScreen(frame: Frame, partsWith: (dayText: DayText) => Parts): RenderedScreen {
  return fittingScreen(
    frame,
    DAY_TEXTS.map((dayText) => partsWith(dayText)),
  )
}

/** Whether our own words leave room for shortened names. */
export const hasRoomFor = (frame: Frame, parts: Parts): boolean => hasRoom(linesOf(frame, parts))

function linesOf(frame: Frame, { head, rows = [], more, foot = [] }: Parts): Line[] {
  const texts = ussdTexts[frame.language]
  const screen = [
    ...head,
    ...rows.map(({ line }, at) => numbered(at + 1, line)),
    ...(more ? [`9 ${texts.more}`] : []),
    ...foot,
    ...(frame.hasBack ? [`0 ${texts.back}`] : []),
  ]
  return [...noticeOver(screen, frame.notice), ...screen]
}

/** On a full screen the notice is cut, so that every digit stays visible. */
function noticeOver(screen: readonly Line[], notice: string | undefined): Line[] {
  if (!notice) return []
  return [hasRoom([notice, ...screen]) ? notice : { name: notice }]
}

export function lastScreen(lines: readonly Line[]): RenderedScreen {
  return { text: layOut(lines), answers: null }
}

function numbered(digit: number, line: Line): Line {
  if (typeof line === 'string') return `${digit} ${line}`
  return { ...line, before: `${digit} ${line.before ?? ''}` }
}

export function menuScreen(frame: Frame): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows: Row[] = [
    { line: texts.events.byDate, to: { at: 'dates' } },
    { line: texts.events.byCategory, to: { at: 'categories', from: 0 } },
    { line: texts.myTickets, to: { at: 'tickets', from: 0 } },
    { line: texts.isGenuine, to: { at: 'check' } },
    { line: texts.help, to: { at: 'help' } },
  ]
  const speak = frame.language === 'en' ? 'sw' : 'en'
  return screenOf(frame, {
    head: [texts.menu],
    rows,
    foot: [`6 ${texts.other}`, texts.orCode],
    choices: { 6: { speak } },
    field: { kind: 'code' },
  })
}

export function helpScreen(frame: Frame, support: string): RenderedScreen {
  return screenOf(frame, { head: [{ name: ussdTexts[frame.language].helpText(support) }] })
}

/** Stores a choice as dates, so that 'tomorrow' still means the same day after midnight. */
export function datesScreen(frame: Frame, today: string): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows = DATE_CHOICES.map(({ value }): Row => {
    return { line: texts.dates[value], to: { at: 'events', ...rangeFor(value, today) } }
  })
  return screenOf(frame, { head: [texts.events.byDate], rows })
}

export function categoriesScreen(
  frame: Frame,
  names: readonly string[],
  from: number,
): RenderedScreen {
  const rows = names.slice(from, from + ROWS).map((name): Row => {
    return {
      line: {
        name: categoryIn(frame.language, name),
        instead: ussdTexts[frame.language].unnamed.category,
      },
      to: { at: 'events', category: name },
    }
  })
  const hasMore = names.length > from + ROWS
  const more: ScreenRef | undefined = hasMore ? { at: 'categories', from: from + ROWS } : undefined
  return screenOf(frame, { head: [ussdTexts[frame.language].category], rows, more })
}

/** English if an admin added the category and it has no Swahili name. */
function categoryIn(language: Language, name: string): string {
  return language === 'sw' && Object.hasOwn(CATEGORIES, name) ? CATEGORIES[name]! : name
}
