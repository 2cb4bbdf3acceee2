import { phoneErrorText } from '../../messages/phone-error.ts'
import { REPLIES } from '../../messages/replies.text.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { normalisePhone, withoutMarks } from '../../platform/values/phone.rules.ts'
import { ticketTimes } from '../declarations.ts'
import { TicketError } from '../errors.ts'
import { giveBackTicket, tooMany } from '../free/give-back.ts'
import { queueTicketSms } from '../issuing/ticket-messages.ts'
import { drawNumberOf, MAX_DRAWS } from '../issuing/ticket-numbers.ts'
import { receivedLimit } from '../limits.ts'
import { insertTicket, selectGateKey } from '../tickets.sql.ts'
import { takeFromTicket } from '../void-tickets.sql.ts'
import { takeBackTransfer } from './take-backs.ts'
import type { TransferRequest } from './transfer.contract.ts'
import { type Share, sharesOf, type TransferFacts, transferStop } from './transfer.rules.ts'
import {
  countWrongCode,
  deleteUnconfirmed,
  endRequested,
  finishTransfer,
  lockSendable,
  lockTransfer,
  type SentTicket,
  selectNextPart,
  selectRequested,
  selectShares,
  setNewTicket,
} from './transfer.sql.ts'
import { isSameCode, sendCode } from './transfer-codes.ts'

type TransferCall = {
  ticket: { id: string; order_id: string }
  request: TransferRequest
  address: string
}

/**
 * Sends a code to the phone that has the ticket. While the code works, a repeated request returns
 * the same id without an SMS. A request for other receivers does not end the first request, because
 * a stranger with the ticket number could make it.
 */
export async function requestTransfer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { ticket: { id, order_id: orderId }, request, address }: TransferCall,
): Promise<string> {
  const phones = readPhones(request)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the ticket ${id} has no order`)
    const ticket = await lockSendable(tx, id, now)
    refuseStopped(ticket, now)
    const left = ticket.admits - ticket.admitted
    const shares = sharesOf({ phones, admits: request.admits ?? null }, left)
    if (!shares) throw tooMany(left)
    const requested = await selectRequested(tx, id, now)
    const open = requested.find((one) => areSame(one.shares, shares))
    if (open) return open.id
    return await sendCode(tx, deps, { order, ticket, takesBack: null, shares, address })
  })
}

function readPhones({ phone, phones, admits }: TransferRequest): string[] {
  const typed = [...(phone ? [phone] : []), ...(phones ?? [])]
  const read = typed.map(normalisePhone)
  const wrong = typed.find((_, index) => read[index] === null)
  if (read.length === 0 || wrong !== undefined) refuseField('phone', phoneErrorText(wrong ?? ''))
  if (read.length > 1 && admits && admits > 1) {
    refuseField('admits', REPLIES.onePersonEach)
  }
  return read as string[]
}

function areSame(some: readonly Share[], others: readonly Share[]): boolean {
  const key = (shares: readonly Share[]) =>
    shares.map(({ phone, admits }) => `${phone}:${admits}`).join()
  return key(some) === key(others)
}

type Confirmation = { id: string; ticket: { id: string; order_id: string }; code: string }

/**
 * Each receiver gets a new number, and the old ticket loses these people. Counts a wrong code in a
 * separate transaction, because the error rolls this one back. Returns the number of people.
 */
export async function confirmTransfer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { id, ticket: { id: ticketId, order_id: orderId }, code }: Confirmation,
): Promise<number> {
  const now = deps.clock.now()
  const said = { id, code: withoutMarks(code) }
  const sent = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the ticket ${ticketId} has no order`)
    const ticket = await lockSendable(tx, ticketId, now)
    const transfer = await lockTransfer(tx, id)
    if (!transfer) return 'ended'
    const isRight = isSameCode(deps, { ...said, kept: transfer.code_hash })
    const shares = await selectShares(tx, id)
    const people = shares.reduce((sum, { admits }) => sum + admits, 0)
    if (transfer.state === 'done' && isRight) return people
    if (transfer.state !== 'asked' || transfer.expires_at <= now) return 'ended'
    if (!isRight) return (await countWrongCode(tx, id)) ? 'wrong' : 'ended'
    if (transfer.takes_back) {
      const back = await takeBackTransfer(tx, {
        order,
        ticket,
        transferredId: transfer.takes_back,
        now,
      })
      assert(await finishTransfer(tx, id, now), 'a transfer under lock moved')
      return back
    }
    if (transfer.gives_back) {
      await giveBackTicket(tx, order, { ticketId, people, now })
      assert(await finishTransfer(tx, id, now), 'a transfer under lock moved')
      await endRequested(tx, ticketId)
      return people
    }
    refuseStopped(ticket, now)
    if (people > ticket.admits - ticket.admitted) throw tooMany(ticket.admits - ticket.admitted)
    const limits = shares.map(({ phone }) => receivedLimit(deps, phone))
    await within({ ...deps, db: tx }, limits, async () => {
      await sendOn(tx, deps, { order, ticket, transferId: id, shares, people })
      assert(await finishTransfer(tx, id, now), 'a transfer under lock moved')
      await endRequested(tx, ticketId)
    })
    return people
  })
  if (sent === 'wrong') throw new TicketError('wrong_code', { details: { field: 'code' } })
  if (sent === 'ended') throw new TicketError('transfer_code_ended')
  return sent
}

type SendOnArgs = {
  order: LockedOrder
  ticket: SentTicket
  transferId: string
  shares: Awaited<ReturnType<typeof selectShares>>
  people: number
}

async function sendOn(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { order, ticket, transferId, shares, people }: SendOnArgs,
): Promise<void> {
  const now = deps.clock.now()
  const taken = { id: ticket.id, people, reason: 'transferred' as const, now }
  assert(await takeFromTicket(tx, taken), 'a ticket under lock moved')
  const firstPart = await selectNextPart(tx, ticket.order_line_id)
  for (const { position, phone, admits } of shares) {
    const part = firstPart + position
    const made = await makeSentTicket(tx, ticket, { phone, admits, part, now })
    const isNew = await setNewTicket(tx, { transferId, position, ticketId: made.id })
    assert(isNew, 'a share was sent before')
    const text = {
      ...made,
      admits,
      eventTitle: order.event_title,
      date: ticket.date,
      time: ticket.time,
      until: ticket.until,
      location: order.event_location,
      language: order.language,
      orderId: order.id,
      ticketType: ticket.ticket_type,
      soldIn: ticket.sold_in,
      kind: ticket.kind,
      gate: ticket.gate,
    }
    await queueTicketSms(tx, deps, text, { phone, time: 0 })
  }
}

type Receiver = { phone: string; admits: number; part: number; now: Date }

/** Makes a receiver's ticket, with the order, type and gate of the old ticket. */
async function makeSentTicket(
  tx: Tx,
  from: SentTicket,
  { phone, admits, part, now }: Receiver,
): Promise<{ id: string; number: string }> {
  const key = await selectGateKey(tx, from.event_id)
  assert(key, `the event ${from.event_id} has tickets and no gate key`)
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const ticket = { id: newId(), number: drawNumberOf(from, admits, key) }
    const isNew = await insertTicket(tx, {
      ...ticket,
      order_id: from.order_id,
      order_line_id: from.order_line_id,
      part,
      event_id: from.event_id,
      ticket_type_id: from.ticket_type_id,
      gate_id: from.gate_id,
      admits,
      holder_phone: phone,
      sent_from: from.id,
      times_sent: from.timesSent + 1,
      most_admitted: usedOf(from, admits),
      created_at: now,
    })
    if (isNew) return ticket
  }
  throw new Error(
    `no ticket for part ${part} of line ${from.order_line_id}: every number was taken`,
  )
}

/** The number of used parts of a pass among `sent` transferred parts. Unused parts go first. */
const usedOf = ({ admits, mostAdmitted }: SentTicket, sent: number): number =>
  Math.max(0, sent - Math.max(0, admits - mostAdmitted))

function refuseStopped(ticket: TransferFacts, now: Date): void {
  const stop = transferStop(ticket, now)
  if (stop) throw new TicketError(stop)
}

const BATCH = 500

/** Deletes unconfirmed transfers: the phones' owners never agreed that we store the numbers. */
export async function deleteUnconfirmedTransfers(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const { keepUnconfirmedMs } = ticketTimes(deps.timeScale)
  const before = new Date(deps.clock.now().getTime() - keepUnconfirmedMs)
  const count = await inTransaction(deps.db, (tx) => deleteUnconfirmed(tx, before, BATCH))
  return count < BATCH ? 'done' : 'more'
}
