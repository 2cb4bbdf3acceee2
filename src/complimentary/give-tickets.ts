import { createHash } from 'node:crypto'
import { auditEvent } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { isOpen } from '../events/sales.rules.ts'
import { spend } from '../messages/budget/budget.ts'
import { strangerWordsFault } from '../messages/stranger-words.rules.ts'
import { lockEventStock, placeComplimentary } from '../orders/complimentary/complimentary-orders.ts'
import { countAvailable, type TicketStock } from '../orders/stock.rules.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { hashedId, isUuid, newId } from '../platform/ids.ts'
import { cleanLine } from '../platform/values/clean-text.rules.ts'
import { normalisePhone, phoneError } from '../platform/values/phone.rules.ts'
import { splitAdmits } from '../tickets/number.rules.ts'
import { formatFullDate } from '../ui/dates.rules.ts'
import type { ComplimentaryRow, GiveRequest } from './complimentary.contract.ts'
import {
  type GivingEvent,
  insertBatch,
  insertComplimentaryOrders,
  selectBatchRequest,
  selectComplimentaryPhones,
  selectGivingEvent,
} from './complimentary.sql.ts'
import { ComplimentaryError } from './errors.ts'

type GiveDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * Counts SMS with complimentary tickets, from lists and links together. Counts them for the event's
 * organizer and for each phone, because a thief with a stolen account could send SMS to strangers.
 */
export async function spendTickets(
  tx: Tx,
  deps: GiveDeps,
  event: { id: string; organizer_id: string | null },
  phones: readonly string[],
): Promise<void> {
  const organizerId = event.organizer_id ?? event.id
  await spend(tx, deps, null, { budget: 'tickets', organizerId, recipients: phones })
}

/**
 * Gives complimentary tickets: makes an order for each row and sends its tickets by SMS. Gives the
 * tickets of all rows or of none. Repeating a request with the same nonce gives no new tickets.
 * The limits per order and per phone do not apply, because the organizer decides. Throws an
 * AppError; if a field is invalid, the error names the field. Returns the id of the batch.
 */
export async function giveTickets(
  deps: GiveDeps,
  viewer: Viewer,
  eventId: string,
  request: GiveRequest,
): Promise<string> {
  const event = await findGivingEvent(deps, viewer, eventId)
  const id = idOfNonce('complimentary_batch', request.nonce, event, viewer)
  const wanted = request.rows.map(readRow)
  refuseRepeats(wanted)
  const text = JSON.stringify(wanted)
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 32)
  if (await isKnown(deps, { id, fingerprint })) return id
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const made = { event_id: event.id, made_by: viewer.accountId, made_at: now }
    const isNew = await insertBatch(tx, { id, request_fingerprint: fingerprint, ...made })
    if (!isNew) {
      await isKnown({ db: tx }, { id, fingerprint })
      return
    }
    const { host, gifts } = await refuseShortage(tx, deps, viewer, { event, wanted })
    if (!request.again) await refuseEarlierGuests(tx, event, wanted)
    await spendTickets(
      tx,
      deps,
      event,
      gifts.flatMap(({ phone, tickets }) => Array<string>(tickets).fill(phone)),
    )
    await placeRows(tx, { event, id, host, gifts, now })
    const after = { orders: gifts.length, tickets: sumOf(gifts) }
    await auditEvent(tx, viewer, event, { action: 'tickets_given', after, now })
  })
  return id
}

/**
 * Computes the id of the row that a request inserts. If an account repeats a request for an event
 * with the same nonce, the id is the same. No request can choose the id of another account's row.
 */
export function idOfNonce(
  table: 'complimentary_batch' | 'allotment',
  nonce: string,
  event: Pick<GivingEvent, 'id'>,
  viewer: Viewer,
): string {
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return hashedId(`${table} ${event.id} ${viewer.accountId} ${nonce.toLowerCase()}`)
}

/** Returns the event. Throws event_not_found if the viewer does not manage the event. */
export async function findGivingEvent(
  { db, clock }: GiveDeps,
  viewer: Viewer,
  eventId: string,
): Promise<GivingEvent> {
  const event = isUuid(eventId)
    ? await selectGivingEvent(db, viewer, eventId, clock.now())
    : undefined
  if (!event) throw new EventError('event_not_found')
  return event
}

/** A row of the request; `quantity` counts units, such as tables. */
type WantedRow = { phone: string; ticketTypeId: string; quantity: number; guest: string }

type Gift = Omit<WantedRow, 'quantity'> & {
  /** Counts people. */
  quantity: number
  /** The number of tickets. Each ticket is sent by a separate SMS. */
  tickets: number
}

const fieldOf = (index: number, name: keyof ComplimentaryRow) => `rows.${index}.${name}`

function readRow(row: ComplimentaryRow, index: number): WantedRow {
  const said = `Row ${index + 1}: `
  const phone =
    normalisePhone(row.phone) ?? refuseField(fieldOf(index, 'phone'), said + phoneError(row.phone))
  const { ticket_type_id: typeId, quantity } = row
  if (!isUuid(typeId)) refuseType(index)
  return { phone, ticketTypeId: typeId.toLowerCase(), quantity, guest: cleanLine(row.name ?? '') }
}

function refuseType(index: number): never {
  throw new EventError('unknown_ticket_type', {
    details: { field: fieldOf(index, 'ticket_type_id') },
  })
}

/** Throws if two rows have the same phone and ticket type, because each row sends an SMS. */
function refuseRepeats(wanted: readonly WantedRow[]): void {
  const seen = new Set<string>()
  for (const [index, { phone, ticketTypeId }] of wanted.entries()) {
    const key = `${phone} ${ticketTypeId}`
    const fault = `Row ${index + 1}: This phone number has this ticket type in a row above.`
    if (seen.has(key)) refuseField(fieldOf(index, 'phone'), fault)
    seen.add(key)
  }
}

/**
 * Throws already_given, with the indexes of the rows, if phones of the list have complimentary
 * tickets of the event. The caller has locked the ticket types, so that two members cannot both
 * send the same list at the same time.
 */
async function refuseEarlierGuests(
  tx: Tx,
  event: GivingEvent,
  wanted: readonly WantedRow[],
): Promise<void> {
  const phones = wanted.map(({ phone }) => phone)
  const earlier = await selectComplimentaryPhones(tx, event.id, phones)
  if (earlier.size === 0) return
  const all = new Set(phones).size
  const those = all === 1 ? 'This phone' : `${earlier.size} of these phones`
  throw new ComplimentaryError('already_given', {
    text: `${those} already ${earlier.size === 1 ? 'has' : 'have'} complimentary tickets.`,
    details: {
      field: 'rows',
      phones: earlier.size,
      rows: wanted.flatMap(({ phone }, index) => (earlier.has(phone) ? [index] : [])),
    },
  })
}

type BatchRequest = { id: string; fingerprint: string }

/**
 * Whether the batch exists. Throws nonce_taken if the stored batch was made by a different request.
 */
async function isKnown({ db }: Pick<Deps, 'db'>, request: BatchRequest): Promise<boolean> {
  const known = await selectBatchRequest(db, request.id)
  if (!known) return false
  if (known.request_fingerprint !== request.fingerprint) {
    throw new ComplimentaryError('nonce_taken', { details: { field: 'nonce' } })
  }
  return true
}

type Giving = { event: GivingEvent; wanted: readonly WantedRow[] }

/**
 * Locks the ticket types and their pools. Throws an AppError if a row wants more tickets than are
 * left. Returns the host's current name, and the rows with their quantities in people.
 */
async function refuseShortage(
  tx: Tx,
  deps: GiveDeps,
  viewer: Viewer,
  { event, wanted }: Giving,
): Promise<{ host: string; gifts: Gift[] }> {
  const types = await lockEventStock(tx, event.id)
  // Reads the event after locking, because a concurrent cancellation locks the same ticket types.
  const now = await findGivingEvent({ ...deps, db: tx }, viewer, event.id)
  refuseClosed(now)
  if (!now.is_host_decided && strangerWordsFault(now.host) !== null)
    throw new ComplimentaryError('host_refused')
  // Earlier rows of the list reduce the stock of the type, and of the pool that the type shares.
  const taken = new Map<string, number>()
  const gifts = wanted.map((row, index): Gift => {
    const type = types.find(({ id }) => id === row.ticketTypeId)
    if (type?.event_id !== event.id || type.is_archived) refuseType(index)
    const quantity = row.quantity * type.sold_in
    const before = countAvailable(afterRows(type, taken))
    if (quantity > before) refuseFew(index, type, before)
    for (const id of [type.id, type.pool_id ?? '']) taken.set(id, (taken.get(id) ?? 0) + quantity)
    return { ...row, quantity, tickets: splitAdmits(quantity, type.sold_in).length }
  })
  refuseAboveLicense(now, gifts)
  return { host: now.host, gifts }
}

/** The stock of a type after earlier rows. `taken`: their people by id of the type or pool. */
function afterRows(type: TicketStock, taken: ReadonlyMap<string, number>): TicketStock {
  const { pool, pool_id: poolId } = type
  const sold = type.sold + (taken.get(type.id) ?? 0)
  if (!pool) return { ...type, sold }
  return { ...type, sold, pool: { ...pool, sold: pool.sold + (taken.get(poolId ?? '') ?? 0) } }
}

/**
 * Throws event_not_open if the event is closed. An event that is marked as sold out is not closed:
 * the mark only stops buyers, and the organizer can still give tickets.
 */
export function refuseClosed({ stop }: Pick<GivingEvent, 'stop'>): void {
  if (!isOpen(stop)) throw new ComplimentaryError('event_not_open')
}

function refuseFew(index: number, type: TicketStock, before: number): never {
  const left = unitsLeft(type)
  const above = left - Math.floor(before / type.sold_in)
  throw new ComplimentaryError('too_few_left', {
    text: `Row ${index + 1}: ${leftText(left)} of this ticket type, and the rows above want ${above}.`,
    details: { field: fieldOf(index, 'quantity'), ticket_type_id: type.id, left },
  })
}

/** The number of units of a type, such as tables, that can still be given. */
export const unitsLeft = (type: TicketStock): number =>
  Math.max(0, Math.floor(countAvailable(type) / type.sold_in))

export const leftText = (left: number): string =>
  left === 0 ? 'no tickets are left' : `only ${left} ${left === 1 ? 'is' : 'are'} left`

/**
 * Throws above_license if the taken and the wanted places together exceed the licensed capacity of
 * the venue on any day. `wanted` counts people. Add-ons do not count.
 */
export function refuseAboveLicense(
  { licensed_capacity: licensed, places }: GivingEvent,
  wanted: readonly Pick<Gift, 'ticketTypeId' | 'quantity'>[],
): void {
  if (licensed === null) return
  for (const { date, type_ids, taken } of places) {
    const people = sumOf(wanted.filter(({ ticketTypeId }) => type_ids.includes(ticketTypeId)))
    if (people === 0 || taken + people <= licensed) continue
    const day = date === null ? '' : ` for ${formatFullDate(date)}`
    throw new ComplimentaryError('above_license', {
      text: `The licensed capacity is ${licensed}, and ${taken} tickets${day} are taken.`,
      details: { left: Math.max(0, licensed - taken) },
    })
  }
}

async function placeRows(
  tx: Tx,
  giving: { event: GivingEvent; gifts: readonly Gift[]; id: string; host: string; now: Date },
): Promise<void> {
  const { event, gifts, id, host, now } = giving
  const orders = gifts.map(({ phone, ticketTypeId, quantity, guest }) => ({
    guest,
    order: {
      id: newId(),
      event_id: event.id,
      phone,
      language: 'en' as const,
      ticket_type_id: ticketTypeId,
      quantity,
    },
  }))
  await placeComplimentary(
    tx,
    orders.map(({ order }) => order),
    { now, fromAside: false },
  )
  await insertComplimentaryOrders(
    tx,
    orders.map(({ guest, order }, position) => ({
      order_id: order.id,
      event_id: event.id,
      batch_id: id,
      allotment_id: null,
      host,
      guest,
      position,
    })),
  )
}

const sumOf = (wanted: readonly { quantity: number }[]) =>
  wanted.reduce((sum, { quantity }) => sum + quantity, 0)
