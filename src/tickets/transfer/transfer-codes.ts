import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { queueSms } from '../../messages/outbox.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { transferLimits } from '../limits.ts'
import { phoneForTickets } from '../phone-for-tickets.ts'
import { selectPayerPhone } from '../tickets.sql.ts'
import { CODE_LENGTH, CODE_MS, type Share } from './transfer.rules.ts'
import { insertTransfer, type SentTicket } from './transfer.sql.ts'

type CodeRequest = {
  order: LockedOrder
  ticket: SentTicket
  /** The transferred ticket to take back; null for a transfer. */
  takesBack: string | null
  shares: readonly Share[]
  address: string
  /** The SMS with the code. */
  write: (code: string) => string
}

/**
 * Stores a request and sends its code to the phone that holds the ticket. Returns the request's id.
 */
export async function sendCode(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { order, ticket, takesBack, shares, address, write }: CodeRequest,
): Promise<string> {
  const now = deps.clock.now()
  const payer = await selectPayerPhone(tx, order.id)
  const holder = ticket.holder_phone ?? phoneForTickets(order, payer)
  const limits = transferLimits(deps, { ticketId: ticket.id, holder, address })
  return await within({ ...deps, db: tx }, limits, async () => {
    const id = newId()
    const code = drawCode()
    const row = {
      id,
      ticket_id: ticket.id,
      ...(takesBack && { takes_back: takesBack }),
      code_hash: hashCode(deps, id, code),
      expires_at: new Date(now.getTime() + CODE_MS),
      created_at: now,
    }
    await insertTransfer(tx, row, shares)
    const dedupeKey = `transfer:${id}`
    await queueSms(tx, { phone: holder, body: write(code), dedupeKey, forgetText: true, now })
    return id
  })
}

function drawCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/**
 * Hashes a code with the shop's secret. Without the secret, all million codes could be tried in a
 * second.
 */
export function hashCode({ env }: Pick<Deps, 'env'>, transferId: string, code: string): Buffer {
  return createHmac('sha256', env.sessionSecret).update(`transfer:${transferId}:${code}`).digest()
}

export function isSameCode(kept: Buffer, said: Buffer): boolean {
  return timingSafeEqual(kept, said)
}
