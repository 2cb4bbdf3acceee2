import { queueSms } from '../../messages/outbox.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { normalisePhone, PHONE_ERROR } from '../../platform/values/phone.rules.ts'
import { transferLimits } from '../limits.ts'
import { phoneForTickets } from '../phone-for-tickets.ts'
import { selectPayerPhone } from '../tickets.sql.ts'
import type { TransferRequest } from './transfer.contract.ts'
import { CODE_MS, codeSms, type Share, sharesOf } from './transfer.rules.ts'
import { endAsked, insertTransfer, lockSendable, selectAsked } from './transfer.sql.ts'
import { drawCode, hashCode } from './transfer-code.ts'
import { refuseStopped, tooMany } from './transfer-refusals.ts'

type Asked = {
  ticket: { id: string; order_id: string }
  request: TransferRequest
  address: string
}

/**
 * A holder wants to send a ticket, or some of its people, to other phones: a code goes to the phone
 * that has it now. The same again while the code works is the same transfer, and no second SMS;
 * anything else ends the one before. Answers the transfer's id.
 */
export async function askTransfer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { ticket: { id, order_id: orderId }, request, address }: Asked,
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
    const open = await selectAsked(tx, id, now)
    if (open && areSame(open.shares, shares)) return open.id
    const holder =
      ticket.holder_phone ?? phoneForTickets(order, await selectPayerPhone(tx, order.id))
    const limits = transferLimits(deps, { ticketId: id, holder, address })
    return await within({ ...deps, db: tx }, limits, async () => {
      await endAsked(tx, id)
      const transferId = newId()
      const code = drawCode()
      const row = {
        id: transferId,
        ticket_id: id,
        code_hash: hashCode(deps, transferId, code),
        expires_at: new Date(now.getTime() + CODE_MS),
        created_at: now,
      }
      await insertTransfer(tx, row, shares)
      const { event_title: eventTitle, language } = order
      await queueSms(tx, {
        phone: holder,
        body: codeSms({ language, code, eventTitle, ticketType: ticket.ticket_type, shares }),
        dedupeKey: `transfer:${transferId}`,
        forgetText: true,
        now,
      })
      return transferId
    })
  })
}

function readPhones({ phone, phones, admits }: TransferRequest): string[] {
  const typed = [...(phone ? [phone] : []), ...(phones ?? [])]
  const read = typed.map(normalisePhone)
  if (read.length === 0 || read.includes(null)) refuseField('phone', PHONE_ERROR)
  if (read.length > 1 && admits && admits > 1) {
    refuseField('admits', 'To several phones goes one person each.')
  }
  return read as string[]
}

function areSame(some: readonly Share[], others: readonly Share[]): boolean {
  const key = (shares: readonly Share[]) =>
    shares.map(({ phone, admits }) => `${phone}:${admits}`).join()
  return key(some) === key(others)
}
