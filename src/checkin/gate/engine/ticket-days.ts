// The days of a ticket, and the number of its people inside on a day.
import type { EventDay } from '../../../events/event.rules.ts'
import { gateDay } from '../../../events/sales.rules.ts'
import { readPayload } from '../../../tickets/number.rules.ts'
import {
  areCancelled,
  dayAt,
  doorsAt,
  isPerDay,
  otherDayOf,
  type TypeDays,
  typeDaysOf,
} from '../../days.rules.ts'
import type { GateEvent } from '../../gate.contract.ts'
import type { Row } from './gate-store.ts'

/** Null for an event of one day. The days are empty if the phone does not know the type. */
export function daysOfNumber(
  { types, extras = [], days }: GateEvent,
  payload: string,
): TypeDays | null {
  if (!days) return null
  const { kind, typeOffset } = readPayload(payload)
  const ofKind = kind === 'add_on' ? extras : types
  return typeDaysOf(days, ofKind.find((type) => type.type_offset === typeOffset) ?? {})
}

/** The day of a ticket that may not enter at `at`. Null if the ticket may enter. */
export function otherDay(event: GateEvent, payload: string, at: number): EventDay | null {
  const its = daysOfNumber(event, payload)
  return its && otherDayOf(its.days, at)
}

/** The day of a type whose tickets may not enter at `at`. Null in an event of one day. */
export const otherDayOfType = (
  { days }: GateEvent,
  type: GateEvent['types'][number],
  at: number,
): EventDay | null => (days ? otherDayOf(typeDaysOf(days, type).days, at) : null)

/** The fields of a ticket that depend on the event's days. Empty for an event of one day. */
export function dayFacts(event: GateEvent, payload: string, at: number) {
  const its = daysOfNumber(event, payload)
  if (!its) return {}
  const isOther = its.days.length === 0 || otherDayOf(its.days, at) !== null
  return {
    ...(isOther && { isOtherDay: true }),
    ...(areCancelled(its.days) && { voidFor: 'event_cancelled' as const }),
  }
}

/** The time, in ms, before which a check-in at `at` needs a confirmation. */
export function doorsToday({ days, doors_at }: GateEvent, at: number): number {
  const day = dayAt(days ?? [], at)
  return day ? doorsAt(day) : Date.parse(doors_at)
}

const unlistedRows = (rows: readonly Row[], payload: string) =>
  rows.filter((row) => row.payload === payload && !row.isListed && row.state !== 'asking')

type Counted = { event: GateEvent; rows: readonly Row[]; payload: string; at: number }

/**
 * The number of a ticket's people inside at `at`: `listed` by the stored list, plus the movements
 * at this phone since that list.
 *
 * A pass that enters once per day counts the people of this day only. Their number does not fall
 * below zero: people who leave after 06:00 may have come in the evening before, and their exit
 * makes no room on the new day.
 */
export function insideAt(listed: number, { event, rows, payload, at }: Counted): number {
  const moved = unlistedRows(rows, payload)
  const its = daysOfNumber(event, payload)
  if (!its || !isPerDay(its)) return moved.reduce((sum, row) => sum + row.moved, listed)
  const today = gateDay(new Date(at))
  return moved
    .filter((row) => dayOfRow(rows, row) === today)
    .reduce((sum, row) => Math.max(0, sum + row.moved), listed)
}

/** An undo counts on the day of the check-in that it reverses. */
function dayOfRow(rows: readonly Row[], row: Row): string {
  const undone = rows.find(({ request }) => request.nonce === row.request.of) ?? row
  const { timestamp } = undone.decision ?? row.decision!
  return gateDay(new Date(timestamp))
}
