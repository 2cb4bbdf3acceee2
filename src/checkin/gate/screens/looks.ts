// The parts that the results of entry tickets and of add-ons share.
import { formatMoment, formatTime, inNairobi } from '../../../ui/dates.rules.ts'
import type { CheckInOutcome } from '../engine/decide.ts'
import type { Signal } from './feedback.ts'

/**
 * The tone of a result. in: admitted by the server. alone: admitted by this phone. before: used
 * before. no: refused. ask: a question for the steward. redeemed: an add-on, which lets no one in.
 * day: a ticket for another day.
 */
export type Tone = 'in' | 'alone' | 'before' | 'no' | 'ask' | 'redeemed' | 'day'

/** The look of a result. Looks also differ in title and signal, not only in colour. */
export type Look = { tone: Tone; title: string; lines: string[]; signal: Signal }

export const ALONE = 'Offline: decided on this phone.'

export const no = (title: string, lines: string[]): Look => ({
  tone: 'no',
  title,
  lines,
  signal: 'no',
})

export type Decided = Extract<CheckInOutcome, { kind: 'decided' }>

/** '2:05 PM' in Nairobi. */
export const clockTime = (instant: string | number): string => formatTime(inNairobi(instant)[1])

export function whenAndWhere({ earlier, earlier_phone, timestamp }: Decided['decision']): string[] {
  if (!earlier) return []
  const isToday = inNairobi(earlier.timestamp)[0] === inNairobi(timestamp)[0]
  const at = isToday
    ? clockTime(earlier.timestamp)
    : formatMoment(earlier.timestamp, new Date(timestamp))
  const place = earlier.gate === null ? '' : `, ${earlier.gate}`
  return [`At ${at}${place}`, ...(earlier_phone ? [`By ${earlier_phone}`] : [])]
}
