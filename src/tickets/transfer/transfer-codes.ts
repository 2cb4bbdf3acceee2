import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { queueSms } from '../../messages/outbox.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { transferLimits } from '../limits.ts'
import { selectPayerPhone } from '../tickets.sql.ts'
import {
  CODE_LENGTH,
  CODE_MS,
  codeSms,
  giveBackCodeSms,
  type Share,
  takeBackCodeSms,
} from './transfer.rules.ts'
import { insertTransfer, type SentTicket } from './transfer.sql.ts'

type CodeRequest = {
  order: LockedOrder
  ticket: SentTicket
  /** The id of the transferred ticket to take back; null for a transfer. */
  takesBack: string | null
  /** True if the holder gives the ticket back to the organizer. */
  givesBack?: boolean
  /** Receivers with their people. For a take-back or give-back: the ticket's phone and people. */
  shares: readonly Share[]
  address: string
}

/** Sends the code to the phone that has the ticket. Returns the id of the request. */
export async function sendCode(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { order, ticket, takesBack, givesBack = false, shares, address }: CodeRequest,
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
      ...(givesBack && { gives_back: true }),
      code_hash: hashCode(deps, id, code),
      expires_at: new Date(now.getTime() + CODE_MS),
      created_at: now,
    }
    await insertTransfer(tx, row, shares)
    const { event_title: eventTitle, language } = order
    const { ticket_type: ticketType, sold_in: soldIn, kind } = ticket
    const write = givesBack ? giveBackCodeSms : takesBack === null ? codeSms : takeBackCodeSms
    await queueSms(tx, {
      phone: holder,
      body: write({ language, code, eventTitle, ticketType, soldIn, kind, shares }),
      dedupeKey: `transfer:${id}`,
      forgetText: true,
      now,
    })
    return id
  })
}

function drawCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Uses a secret, because an attacker with the hash could try a million codes per second. */
export function hashCode({ env }: Pick<Deps, 'env'>, transferId: string, code: string): Buffer {
  return hashWith(env.sessionSecrets[0]!, transferId, code)
}

/** Compares `kept` with the code's hash under each of the shop's secrets. */
export function isSameCode(
  { env }: Pick<Deps, 'env'>,
  { kept, id, code }: { kept: Buffer; id: string; code: string },
): boolean {
  return env.sessionSecrets
    .map((secret) => timingSafeEqual(kept, hashWith(secret, id, code)))
    .includes(true)
}

function hashWith(secret: string, transferId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`transfer:${transferId}:${code}`).digest()
}
