import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { readPhone } from '../../messages/phone-error.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { isWithin } from '../../platform/limits/limits.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { toCents, toKes } from '../../platform/values/money.rules.ts'
import { lockOwnEvent } from '../check-event.ts'
import { EventError } from '../errors.ts'
import { isSellerNumber, nextSellerNumber, sellerLink } from './seller.rules.ts'
import type { Seller, SellerRequest } from './sellers.contract.ts'
import {
  countSellerVisit,
  insertSeller,
  lockSeller,
  markSellerEnded,
  type SellerRow,
  selectSellerNumbers,
} from './sellers.sql.ts'

type SellerDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * Adds a seller to an event of the viewer. Throws event_not_found, invalid_field, or `duplicate`
 * with the next free number if a present or former seller of the event has the number.
 */
export async function addSeller(
  deps: SellerDeps,
  viewer: Viewer,
  eventId: string,
  request: SellerRequest,
): Promise<Seller> {
  const { number } = request
  const now = deps.clock.now()
  const typed = {
    name: readName(request.name),
    phone: readPhone(request.phone),
    ...readCommission(request),
  }
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const taken = await selectSellerNumbers(tx, event.id)
    if (taken.includes(number)) throw numberTaken(number, nextSellerNumber(taken))
    const row = { id: newId(), event_id: event.id, number, ...typed, ended_at: null }
    await insertSeller(tx, { ...row, created_at: now })
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, deps, viewer, { budget: 'saves', organizerId })
    const after = { number, [request.kind]: request.value }
    await auditEvent(tx, viewer, event, { action: 'seller_added', after, now })
    return toSeller(deps.env.publicOrigin, row)
  })
}

/**
 * Ends a seller: later orders have no seller. No new seller gets the number, so that old links
 * never earn money for a new seller. A repeated call changes nothing. Throws event_not_found or
 * not_found.
 */
export async function endSeller(
  deps: SellerDeps,
  viewer: Viewer,
  { id: eventId, seller_id: id }: { id: string; seller_id: string },
): Promise<Seller> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const row = isUuid(id) ? await lockSeller(tx, { id, eventId: event.id }) : undefined
    if (!row) throw new AppError('not_found')
    const { publicOrigin } = deps.env
    if (row.ended_at !== null) return toSeller(publicOrigin, row)
    await markSellerEnded(tx, id, now)
    const before = { number: row.number }
    await auditEvent(tx, viewer, event, { action: 'seller_ended', before, now })
    return toSeller(publicOrigin, { ...row, ended_at: now })
  })
}

function readName(typed: string): string {
  return cleanLine(typed) || refuseField('name', 'Enter the name of the seller.')
}

function readCommission({ kind, value }: SellerRequest) {
  const hundredths = toCents(value)
  if (kind === 'percent') {
    if (hundredths === null || value > 100) {
      refuseField('value', 'Enter a percentage from 0 to 100, with up to two decimals.')
    }
    return { basis_points: hundredths, per_ticket_cents: 0 }
  }
  if (!Number.isInteger(value)) refuseField('value', 'Enter whole shillings.')
  return { basis_points: 0, per_ticket_cents: hundredths! }
}

function numberTaken(number: number, next: number | null): EventError {
  const free = next === null ? 'All numbers are taken.' : `The next free number is ${next}.`
  return new EventError('duplicate', {
    text: `A seller of this event has or had the number ${number}. ${free}`,
    details: { field: 'number', next_number: next },
  })
}

/** A seller as replies contain it. */
export function toSeller(publicOrigin: string, row: SellerRow): Seller {
  const { id, event_id, name, phone, number, basis_points, per_ticket_cents, ended_at } = row
  return {
    ...{ id, name, phone, number },
    ...toCommission({ basis_points, per_ticket_cents }),
    url: sellerLink(publicOrigin, event_id, number),
    ended_at: ended_at?.toISOString() ?? null,
  }
}

export function toCommission({
  basis_points,
  per_ticket_cents,
}: Pick<SellerRow, 'basis_points' | 'per_ticket_cents'>): Pick<Seller, 'kind' | 'value'> {
  if (per_ticket_cents > 0) return { kind: 'per_ticket', value: toKes(per_ticket_cents) }
  return { kind: 'percent', value: basis_points / 100 }
}

const HOUR_MS = 3600_000
/** The most visits counted per address in an hour. Many phones of an operator share an address. */
const VISITS_PER_ADDRESS = 300

/**
 * Counts a visit through a seller's link. Ignores visits for unknown numbers, and visits above the
 * limit of an IP address. The caller does not learn whether the visit was counted.
 */
export async function noteVisit(
  deps: Pick<Deps, 'db' | 'clock'>,
  { eventId, number, address }: { eventId: string; number: number; address: string },
): Promise<void> {
  if (!isUuid(eventId) || !isSellerNumber(number)) return
  const limit = { key: `visit:${address}`, max: VISITS_PER_ADDRESS, windowMs: HOUR_MS }
  if (await isWithin(deps, limit)) await countSellerVisit(deps.db, eventId, number)
}
