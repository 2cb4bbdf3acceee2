import { auditEvent } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { isOpen } from '../events/sales.rules.ts'
import { readPhone } from '../messages/phone-error.ts'
import { strangerWordsFault } from '../messages/stranger-words.rules.ts'
import { moveAside } from '../orders/complimentary/complimentary-orders.sql.ts'
import {
  lockEventStock,
  lockStock,
  placeComplimentary,
} from '../orders/complimentary/complimentary-orders.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { eachRow } from '../platform/database/each-row.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId, newToken } from '../platform/ids.ts'
import { isDue } from '../platform/jobs/due.sql.ts'
import { within } from '../platform/limits/limits.ts'
import { cleanLine } from '../platform/values/clean-text.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { isDay, NAIROBI_AHEAD_MS, nairobiDate } from '../platform/values/nairobi.rules.ts'
import { maskPhone } from '../platform/values/phone.rules.ts'
import {
  areAllotmentsOver,
  countClaim,
  endAllotment,
  insertAllotment,
  type LockedAllotment,
  lockAllotment,
  selectAllotment,
  selectAllotmentEvent,
  selectAllotmentsOver,
  selectClaim,
  selectEventOfLink,
  selectSaleStop,
} from './allotment.sql.ts'
import type { AllotmentRequest, Claimed } from './complimentary.contract.ts'
import { insertComplimentaryOrders } from './complimentary.sql.ts'
import { ComplimentaryError } from './errors.ts'
import {
  findGivingEvent,
  idOfNonce,
  leftText,
  refuseAboveLicense,
  refuseClosed,
  spendTickets,
  unitsLeft,
} from './give-tickets.ts'

type AllotDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * Sets tickets or whole tables aside for a sponsor, who hands them out through a link until the end
 * of the day `ends_on`. Repeating a request with the same nonce sets no more tickets aside. Throws
 * an AppError; if a field is invalid, the error names the field. Returns the allotment's id.
 */
export async function makeAllotment(
  deps: AllotDeps,
  viewer: Viewer,
  eventId: string,
  request: AllotmentRequest,
): Promise<string> {
  const event = await findGivingEvent(deps, viewer, eventId)
  const id = idOfNonce('allotment', request.nonce, event, viewer)
  const now = deps.clock.now()
  const name = readSponsor(request.name)
  const ends_at = endOf(readEnd(request.ends_on, event.last_date, now))
  const typeId = request.ticket_type_id.toLowerCase()
  if (!isUuid(typeId)) refuseType()
  await inTransaction(deps.db, async (tx) => {
    const type = (await lockEventStock(tx, event.id)).find(({ id }) => id === typeId)
    if (!type || type.is_archived) refuseType()
    const quantity = request.quantity * type.sold_in
    const terms = { event_id: event.id, ticket_type_id: typeId, name, quantity, ends_at }
    const made = { token: newToken(), made_by: viewer.accountId, made_at: now }
    if (!(await insertAllotment(tx, { id, ...terms, ...made }))) {
      return await refuseOther(tx, id, terms)
    }
    // Reads the event after locking, because a concurrent cancellation locks the same ticket types.
    const current = await findGivingEvent({ ...deps, db: tx }, viewer, eventId)
    refuseClosed(current)
    const left = unitsLeft(type)
    if (request.quantity > left) {
      throw new ComplimentaryError('too_few_left', {
        text: `Of this ticket type, ${leftText(left)}.`,
        details: { field: 'quantity', ticket_type_id: typeId, left },
      })
    }
    refuseAboveLicense(current, [{ ticketTypeId: typeId, quantity }])
    await moveAside(tx, typeId, quantity, now)
    const after = { name, quantity, ends_on: request.ends_on }
    await auditEvent(tx, viewer, event, { action: 'allotment_made', after, now })
  })
  return id
}

function readSponsor(typed: string): string {
  const name = cleanLine(typed)
  const fault = name === '' ? 'Enter the name of the sponsor.' : strangerWordsFault(name)
  return fault === null ? name : refuseField('name', fault)
}

function refuseType(): never {
  throw new EventError('unknown_ticket_type', { details: { field: 'ticket_type_id' } })
}

/** Checks the last day of the link: a day from today up to the day of the event. */
function readEnd(day: string, eventDay: string, now: Date): string {
  if (!isDay(day)) refuseField('ends_on', 'ends_on must be a day of the calendar.')
  if (day < nairobiDate(now)) refuseField('ends_on', 'This day has passed.')
  if (day > eventDay) refuseField('ends_on', 'The link must end on the day of the event or before.')
  return day
}

/** The midnight in Nairobi at which a day ends. */
const endOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS - NAIROBI_AHEAD_MS)

type AllotmentTerms = Pick<
  LockedAllotment,
  'event_id' | 'ticket_type_id' | 'name' | 'quantity' | 'ends_at'
>

/** Throws nonce_taken if the stored allotment with this id has other terms. */
async function refuseOther(tx: Tx, id: string, terms: AllotmentTerms): Promise<void> {
  const known = await selectAllotment(tx, id)
  const isSame =
    known?.event_id === terms.event_id &&
    known.ticket_type_id === terms.ticket_type_id &&
    known.name === terms.name &&
    known.quantity === terms.quantity &&
    known.ends_at.getTime() === terms.ends_at.getTime()
  if (!isSame) throw new ComplimentaryError('nonce_taken', { details: { field: 'nonce' } })
}

type LinkedEvent = NonNullable<Awaited<ReturnType<typeof selectEventOfLink>>>

type Claim = { token: string; phone: string; address: string; language: Language }

/**
 * Gives a phone one ticket of an allotment, such as one table. If the phone has a valid ticket from
 * an earlier claim and the link is open, returns the same reply and gives no second ticket. Throws
 * an AppError: allotment_not_found, allotment_empty, allotment_ended.
 */
export async function claimTicket(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  claim: Claim,
): Promise<Claimed> {
  const phone = readPhone(claim.phone)
  const { missPerAddress, pushPerAddress } = deps.env.limits
  const misses = {
    key: `claim-miss:${claim.address}`,
    max: missPerAddress,
    windowMs: MINUTE_MS,
    isCountedAfter: true,
  }
  const event = await within(deps, [misses], () => selectEventOfLink(deps.db, claim.token), Boolean)
  if (!event) throw new ComplimentaryError('allotment_not_found')
  // Limits claims per network address. The limit is high, because mobile operators put thousands of
  // phones behind one address.
  const perAddress = { key: `claim:${claim.address}`, max: pushPerAddress, windowMs: MINUTE_MS }
  const { left } = await within(
    deps,
    [perAddress],
    () => inTransaction(deps.db, (tx) => claimLocked(tx, deps, { ...claim, phone, event })),
    ({ isRepeated }) => isRepeated,
  )
  return { phone: maskPhone(phone), left }
}

/**
 * Returns the number of tickets that the link can still hand out. `isRepeated` is true if the phone
 * had claimed before.
 */
async function claimLocked(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  { token, phone, language, event }: Claim & { event: LinkedEvent },
): Promise<{ left: number; isRepeated: boolean }> {
  const now = deps.clock.now()
  const allotment = await lockAllotment(tx, { token })
  if (!allotment) throw new ComplimentaryError('allotment_not_found')
  const { id, event_id, ticket_type_id, name: host, sold_in: soldIn } = allotment
  const left = (allotment.quantity - allotment.claimed) / soldIn
  const known = await selectClaim(tx, id, phone)
  if (!known) await lockStock(tx, [ticket_type_id])
  // Reads the event after locking, because a concurrent cancellation locks the same ticket type.
  const isOver = allotment.ended_at !== null || allotment.ends_at <= now
  if (isOver || !isOpen(await selectSaleStop(tx, event_id, now))) {
    throw new ComplimentaryError('allotment_ended')
  }
  if (known === 'valid') return { left, isRepeated: true }
  if (left < 1) throw new ComplimentaryError('allotment_empty')
  if (known === 'revoked') throw new ComplimentaryError('allotment_ended')
  const order = { id: newId(), event_id, phone, language, ticket_type_id, quantity: soldIn }
  await spendTickets(tx, deps, event, [phone])
  await countClaim(tx, allotment)
  await placeComplimentary(tx, [order], { now, fromAside: true })
  const made = {
    order_id: order.id,
    event_id,
    batch_id: null,
    allotment_id: id,
    host,
    guest: '',
    position: 0,
  }
  await insertComplimentaryOrders(tx, [made])
  return { left: left - 1, isRepeated: false }
}

/** Ends an allotment at its organizer's request. Tickets that were claimed stay valid. */
export async function withdrawAllotment(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<string> {
  const event = isUuid(id) ? await selectAllotmentEvent(deps.db, viewer, id) : undefined
  if (!event) throw new ComplimentaryError('allotment_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const ended = await putBack(tx, id, { now, isWithdrawn: true })
    if (!ended) return
    const changed = { id: event.event_id, title: event.title }
    const after = { name: ended.name, unclaimed: ended.quantity - ended.claimed }
    await auditEvent(tx, viewer, changed, { action: 'allotment_withdrawn', after, now })
  })
  return event.event_id
}

/**
 * Ends an open allotment and puts the unclaimed tickets back on sale. Returns undefined if the
 * allotment had ended already. Throws allotment_not_found.
 */
async function putBack(
  tx: Tx,
  id: string,
  end: { now: Date; isWithdrawn: boolean },
): Promise<LockedAllotment | undefined> {
  const allotment = await lockAllotment(tx, { id })
  if (!allotment) throw new ComplimentaryError('allotment_not_found')
  if (allotment.ended_at !== null) return undefined
  const [type] = await lockStock(tx, [allotment.ticket_type_id])
  assert(type, 'the ticket type of an allotment is gone')
  await moveAside(tx, type.id, allotment.claimed - allotment.quantity, end.now)
  await endAllotment(tx, id, end)
  return allotment
}

/** Ends open allotments that are past `ends_at` or whose event is cancelled or over. */
export async function sweepAllotments(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areAllotmentsOver(now)))) return
  await eachRow(deps.log, await selectAllotmentsOver(deps.db, now), (id) =>
    inTransaction(deps.db, (tx) => putBack(tx, id, { now, isWithdrawn: false })),
  )
}
