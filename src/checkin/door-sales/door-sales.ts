import { buy } from '../../checkout/buy.ts'
import { readOrders } from '../../checkout/read-order.ts'
import { OrderError } from '../../orders/errors.ts'
import { lockOrder, noteSeller, selectSeller } from '../../orders/orders.sql.ts'
import { placeOrder } from '../../orders/placing/place-order.ts'
import { takeCash } from '../../payments/take-cash.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { hashedId, isUuid } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { lineAmountKes, toCents } from '../../platform/values/money.rules.ts'
import { readPhoneField } from '../../platform/values/phone-field.ts'
import { issueOrder } from '../../tickets/issuing/issue-order.ts'
import { selectTicketsOfOrders } from '../../tickets/tickets.sql.ts'
import { CheckInError } from '../errors.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { selectListedPrice } from '../gate-phones.sql.ts'
import { checkInAtGate } from '../upload/check-in-at-gate.ts'
import { readGate } from '../upload/gate-request.ts'
import { cashLimits } from './cash-limits.ts'
import type { GateSaleRequest } from './gate-sale.contract.ts'

type SaleDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/**
 * Sells tickets at the door. Places the order with the same checks as on the web. For M-Pesa,
 * prompts the buyer's phone; for cash, pays and issues the order in one transaction. A retry with
 * the same nonce returns the existing sale. Throws amount_changed if the price of now is not the
 * sum on the phone's screen.
 */
export async function sellAtDoor(
  deps: SaleDeps,
  phone: GatePhone,
  { sale, address }: { sale: GateSaleRequest; address: string },
): Promise<{ orderId: string; goesIn: boolean }> {
  if (!phone.maySell) throw new CheckInError('may_not_sell')
  const buyer = readPhoneField(sale.phone)
  const ticketTypeId = readType(sale.ticket_type_id)
  const order = {
    orderId: readNonce(sale.nonce),
    eventId: phone.eventId,
    phone: buyer,
    // The buyer stands in front of the steward, which proves the phone number. So an open order of
    // the same number may be ended.
    provenPhone: buyer,
    lines: [{ ticketTypeId, quantity: sale.quantity }],
    collectedCents: await collectedCents(deps, phone, { ...sale, ticket_type_id: ticketTypeId }),
  }

  if (sale.method === 'mpesa') {
    const placing = buy(deps, { ...order, paymentMethod: 'prompt', address })
    const { orderId } = await placing.catch((error) => refuseSale(sale, error))
    return await completeSale(deps, phone, { sale, orderId })
  }
  const sell = async () => {
    const placing = placeOrder(deps, { ...order, paymentMethod: 'cash' })
    const { orderId } = await placing.catch((error) => refuseSale(sale, error))
    return await completeSale(deps, phone, { sale, orderId })
  }
  // Do not limit a retry: it must return the existing sale even if the limit is used up.
  if (await isSold(deps, order.orderId)) return await sell()
  return await within(
    deps,
    await cashLimits(deps, phone, { phone: order.phone, quantity: sale.quantity }),
    sell,
  )
}

/**
 * The sum on the phone's screen. An app of an older version does not send the sum; it shows the
 * price of its last list times the number of people. Without a price in the list no sum is right.
 */
async function collectedCents({ db }: SaleDeps, { id }: GatePhone, sale: GateSaleRequest) {
  const { amount, ticket_type_id, quantity } = sale
  if (amount !== undefined) return toCents(amount)!
  const listed = await selectListedPrice(db, id, ticket_type_id)
  return toCents(lineAmountKes(listed ?? 0, quantity))!
}

/** An app of an older version cannot show another sum. */
function refuseSale({ amount }: GateSaleRequest, error: unknown): never {
  const isChanged = error instanceof OrderError && error.code === 'amount_changed'
  throw isChanged && amount === undefined ? new CheckInError('app_outdated') : error
}

async function isSold(deps: SaleDeps, orderId: string): Promise<boolean> {
  return (await readOrders(deps, [orderId])).get(orderId)?.reply.status === '0'
}

type Placed = { sale: GateSaleRequest; orderId: string }

async function completeSale(deps: SaleDeps, phone: GatePhone, { sale, orderId }: Placed) {
  const now = deps.clock.now()
  const gateId = await readGate(deps, phone, sale)
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, 'an order that was placed is gone')
    await noteSeller(tx, orderId, { gatePhoneId: phone.id, goesIn: sale.admit ?? false, gateId })
    if (sale.method === 'cash') await takeCash(tx, order, { takenBy: phone.id, now })
    await issueOrder(tx, deps, orderId)
  })
  return { orderId, goesIn: sale.admit ?? false }
}

function readNonce(nonce: string): string {
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return nonce.toLowerCase()
}

function readType(id: string): string {
  if (!isUuid(id)) throw new CheckInError('ticket_type_not_found')
  return id.toLowerCase()
}

/**
 * Admits the buyer at the gate of the door sale, even if the ticket names another gate. All other
 * entry rules apply. The nonces are derived from the order and the ticket numbers, so a repeated
 * call never admits the buyer twice. Null if the order has no tickets yet.
 */
export async function admitBuyer(
  deps: Pick<Deps, 'db' | 'clock'>,
  phone: GatePhone,
  orderId: string,
): Promise<GateDecision[] | null> {
  const tickets = await selectTicketsOfOrders(deps.db, [orderId])
  if (tickets.length === 0) return null
  const seller = await selectSeller(deps.db, orderId)
  const decisions: GateDecision[] = []
  for (const { number } of tickets) {
    const row = {
      ticket_number: number,
      nonce: hashedId(`${orderId}:${number}`),
      device_at: deps.clock.now().toISOString(),
      validation_type: 'manual' as const,
      // The gate at the time of the sale. The steward may have chosen another gate since then.
      gate_id: seller?.admit_gate_id ?? null,
      // A steward who sells at the door hours before the event has thereby confirmed the early
      // check-in.
      confirmed: true,
    }
    decisions.push(await checkInAtGate(deps, phone, row, { isSoldHere: true }))
  }
  return decisions
}
