import { createHash } from 'node:crypto'
import type { PastEvent } from '../events/past-events.ts'
import type { SampleTicketType } from '../events/sample-event.ts'
import { pastTimes, ticketTypeId } from '../events/sample-rows.ts'

export type SaleType = SampleTicketType & { id: string; gateIds: string[] }

/** A past event with the fields that its drawn sales need. */
export type SaleEvent = Omit<PastEvent, 'types'> & {
  types: SaleType[]
  /** The start, in milliseconds since 1970. */
  startsAt: number
  /** The end of sales: an hour after the start, or the cancellation. */
  closesAt: number
}

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

export function saleEvent(event: PastEvent, gateIds: Map<string, string>, now: Date): SaleEvent {
  const { startsAt, closesAt } = pastTimes(event, now)
  const types = event.types.map((type, offset) => ({
    ...type,
    id: ticketTypeId(event, offset),
    gateIds: type.gates.map((name) => gateIds.get(name)!),
  }))
  return { ...event, types, startsAt: startsAt.getTime(), closesAt: closesAt.getTime() }
}

/** The event's gate key. The key is no secret: everybody can compute it from this code. */
export function sampleGateKey(event: Pick<SaleEvent, 'key'>): Buffer {
  return createHash('sha256').update(`lango sample gate key ${event.key}`).digest()
}
