import type { Deps } from '../../platform/database/deps.ts'
import { selectPhoneTickets } from '../phone-cap.sql.ts'
import { type Offer, offerOf } from './offer.rules.ts'
import { selectOpenOrder } from './placing.sql.ts'

type OfferedEvent = { id: string; max_per_phone?: number | null }

/** `phoneLeft` is null if there is no limit. */
export type PhoneOffer = Offer & { phoneLeft: number | null }

export async function readOffer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  {
    event,
    type,
    phone,
  }: { event: OfferedEvent; type: Parameters<typeof offerOf>[0]; phone: string },
): Promise<PhoneOffer> {
  const phoneLeft = await readPhoneLeft(deps, event, phone)
  const now = deps.clock.now().getTime()
  return { ...offerOf(type, { phoneLeft, maxKes: deps.env.mpesa.maxKes, now }), phoneLeft }
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
