import type { Deps } from '../../platform/database/deps.ts'
import {
  type PhoneOfEvent,
  selectCodeTickets,
  selectFreeTickets,
  selectPhoneTickets,
} from '../phone-cap.sql.ts'
import { sum } from './line-prices.ts'
import { type CodeLeft, type Offer, offerOf } from './offer.rules.ts'
import { selectOpenOrder } from './placing.sql.ts'

type OfferedEvent = { id: string; max_per_phone?: number | null }

/** The offer for a phone. `phoneLeft` is null if there is no limit per phone. */
export type PhoneOffer = Offer & { phoneLeft: number | null }

type OfferedType = Parameters<typeof offerOf>[0] & { id: string }

type OfferedLine = {
  event: OfferedEvent
  type: OfferedType
  phone: string
  code?: LimitedCode | undefined
}

export async function readOffer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { event, type, phone, code }: OfferedLine,
): Promise<PhoneOffer> {
  const of = { event_id: event.id, phone }
  const phoneLeft = await readPhoneLeft(deps, event, phone)
  const ownFree = type.price === 0 ? await readFree(deps, of, type) : 0
  const codeLeft = code ? await readCodeLeft(deps, code, of) : { all: null, own: null }
  const now = deps.clock.now().getTime()
  const limits = { phoneLeft, ownFree, codeLeft, maxKes: deps.env.mpesa.maxKes, now }
  return { ...offerOf(type, limits), phoneLeft }
}

type LimitedCode = { id: string; left: number | null; max_per_phone: number | null }

/** The number of tickets left of a code. Ignores the open order, which a new order replaces. */
export async function readCodeLeft(
  { db }: Pick<Deps, 'db'>,
  { id, left, max_per_phone }: LimitedCode,
  of: PhoneOfEvent,
): Promise<CodeLeft> {
  if (left === null && max_per_phone === null) return { all: null, own: null }
  const open = await selectOpenOrder(db, of)
  const count = async (exceptId: string | null) => {
    const [found] = await selectCodeTickets(db, [{ ...of, code_id: id }], exceptId)
    return found?.tickets ?? 0
  }
  const kept = await count(open)
  const held = open === null ? 0 : (await count(null)) - kept
  return {
    all: left === null ? null : Math.max(0, left + held),
    own: max_per_phone === null ? null : Math.max(0, max_per_phone - kept),
  }
}

async function readFree(
  { db }: Pick<Deps, 'db'>,
  of: PhoneOfEvent,
  { id }: OfferedType,
): Promise<number> {
  const own = await selectFreeTickets(db, [of])
  const tickets = own.filter(({ ticket_type_id }) => ticket_type_id === id)
  return sum(tickets.map((one) => one.tickets))
}

/** The number of people left to the phone. Ignores its open order, which a new order replaces. */
async function readPhoneLeft(
  { db }: Pick<Deps, 'db'>,
  { id, max_per_phone: max }: OfferedEvent,
  phone: string,
): Promise<number | null> {
  if (max === undefined || max === null) return null
  const of = { event_id: id, phone }
  const [found] = await selectPhoneTickets(db, [of], await selectOpenOrder(db, of))
  return Math.max(0, max - (found?.tickets ?? 0))
}
