import { createHash } from 'node:crypto'

export type SampleGate = { id: string; name: string }

export type SaleType = {
  id: string
  name: string
  priceCents: number
  maxPerOrder: number
  capacity: number
  typeOffset: number
  gates: SampleGate[]
}

/** An event that is over, as what is drawn about it needs it. */
export type SaleEvent = {
  id: string
  /** Seed of everything that is drawn about it. */
  key: string
  title: string
  /** Who checks in at its gates. */
  validatorId: string
  /** Milliseconds since 1970. */
  startsAt: number
  /** From then on nobody buys: an hour into it, or when it was cancelled. */
  closesAt: number
  weeks: number
  orders: number
  cameIn: number
  isCancelled: boolean
  types: SaleType[]
}

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

/** The event's gate key: known to whoever reads this, as is everything else in the sandbox. */
export function sampleGateKey(event: Pick<SaleEvent, 'key'>): Buffer {
  return createHash('sha256').update(`lango sample gate key ${event.key}`).digest()
}
