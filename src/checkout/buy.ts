import { countGuess } from '../events/codes/code-limits.ts'
import { spend } from '../messages/budget/budget.ts'
import { sendPhoneCode } from '../messages/phone-codes.ts'
import { writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import type { NewOrder } from '../orders/new-order.rules.ts'
import { selectOrganizers } from '../orders/orders.sql.ts'
import { type PlacedOrder, placeOrder } from '../orders/placing/place-order.ts'
import { judgeOrder } from '../orders/placing/place-orders.ts'
import { paybillNumber } from '../payments/paybill-number.rules.ts'
import { promptAdmission } from '../payments/prompts/prompt-limits.ts'
import { assert } from '../platform/assert.ts'
import type { Deps } from '../platform/database/deps.ts'
import { TicketError } from '../tickets/errors.ts'
import { isRightCode } from '../tickets/limits.ts'
import { isOrderPlaced } from './checkout.sql.ts'
import { CheckoutError } from './errors.ts'

/**
 * Places the order within the limits of its payment method, or returns the existing order with this
 * id. Throws AppError for every refusal.
 */
export async function buy(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  order: NewOrder & { orderId: string; address: string },
): Promise<PlacedOrder> {
  if (order.paymentMethod === 'paybill' && paybillNumber(deps.env.mpesa) === null) {
    throw new CheckoutError('no_paybill')
  }
  await countCodeOf(deps, order)
  return await placeOrder(deps, order, promptAdmission(deps))
}

/** Counts a wrong promo code for the address, also in a free order. */
async function countCodeOf(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { eventId, promoCode: code, address }: Pick<FreeOrder, 'eventId' | 'promoCode' | 'address'>,
): Promise<void> {
  if (code) await countGuess(deps, { eventId, address, code })
}

type FreeDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale' | 'log'>
type FreeOrder = NewOrder & { orderId: string; address: string }

/**
 * Places a free order, whose buyer proves the phone with a code by SMS instead of paying.
 * - Without `proof`: sends the code and returns null. Refuses an order that would be refused later,
 *   except if only its sale has not begun. Stores, holds and blocks nothing, because the phone may
 *   be a stranger's.
 * - With `proof`: checks the code and sells the tickets.
 * - If an order with this id was placed before: returns its id and needs no code.
 * Throws AppError for every refusal.
 */
export async function takeFree(
  deps: FreeDeps,
  order: FreeOrder,
  proof: string | undefined,
): Promise<{ orderId: string } | null> {
  const policy = promptAdmission(deps)
  const { orderId, phone } = order
  await countCodeOf(deps, order)
  if (proof === undefined) {
    const judged = await judgeOrder(deps, order, policy)
    if (judged.verdict === 'exists') return { orderId }
    await sendCode(deps, order, judged.event_title)
    return null
  }
  // A buyer who repeats the request after a lost reply may send a code that is no longer valid.
  if (!(await isOrderPlaced(deps.db, orderId))) await checkProof(deps, order, proof)
  const proven = { ...order, provenPhone: phone }
  return await placeOrder(deps, proven, policy)
}

async function sendCode(deps: FreeDeps, order: FreeOrder, title: string): Promise<void> {
  const { eventId, phone, address, language = 'en' } = order
  const [organizer] = await selectOrganizers(deps.db, [eventId])
  assert(organizer, 'an event that sells has an organizer or its own id')
  const budget = { budget: 'codes', organizerId: organizer.organizer_id } as const
  await sendPhoneCode(deps, {
    ...keyOf(order),
    phone,
    address,
    text: (code) => writeSms(SMS.freeCode, language, { code, title }),
    spend: (tx) => spend(tx, deps, null, budget),
  })
}

async function checkProof(deps: FreeDeps, order: FreeOrder, code: string): Promise<void> {
  const { address } = order
  if (await isRightCode(deps, { ...keyOf(order), code, address })) return
  throw new TicketError('wrong_code', { details: { field: 'proof' } })
}

const keyOf = ({ eventId, phone }: FreeOrder) =>
  ({ purpose: 'free', scope: eventId.toLowerCase(), phone }) as const
