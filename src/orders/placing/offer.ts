import type { Deps } from '../../platform/database/deps.ts'
import { type PhoneOfEvent, selectFreeTickets, selectPhoneTickets } from '../phone-cap.sql.ts'
import { type Offer, offerOf } from './offer.rules.ts'
import { selectOpenOrder } from './placing.sql.ts'

type OfferedEvent = { id: string; max_per_phone?: number | null }

/** `phoneLeft` is null if there is no limit. */
export type PhoneOffer = Offer & { phoneLeft: number | null }

type OfferedType = Parameters<typeof offerOf>[0] & { id: string }

export async function readOffer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  {
    event,
    type,
    phone,
    codeLeft = null,
  }: { event: OfferedEvent; type: OfferedType; phone: string; codeLeft?: number | null },
): Promise<PhoneOffer> {
  const phoneLeft = await readPhoneLeft(deps, event, phone)
  const ownFree = type.price === 0 ? await readFree(deps, { event_id: event.id, phone }, type) : 0
  const now = deps.clock.now().getTime()
  const limits = { phoneLeft, ownFree, codeLeft, maxKes: deps.env.mpesa.maxKes, now }
  return { ...offerOf(type, limits), phoneLeft }
}

async function readFree(
  { db }: Pick<Deps, 'db'>,
  of: PhoneOfEvent,
  { id }: OfferedType,
): Promise<number> {
  const own = await selectFreeTickets(db, [of])
  return own.find(({ ticket_type_id }) => ticket_type_id === id)?.tickets ?? 0
}

/** Leaves out the tickets of the open order, because a new order replaces it. */
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
