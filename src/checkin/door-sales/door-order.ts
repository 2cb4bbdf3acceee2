import { foldCode } from '../../events/codes/code.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import type { NewOrder } from '../../orders/new-order.rules.ts'
import { placeOrder } from '../../orders/placing/place-order.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { lineAmountKes, toCents } from '../../platform/values/money.rules.ts'
import { readPhoneField } from '../../platform/values/phone-field.ts'
import { CheckInError } from '../errors.ts'
import type { GatePhone } from '../gate-phone.ts'
import { selectListedPrice } from '../gate-phones.sql.ts'
import { isKeptFromDoor } from './door-sales.sql.ts'
import type { GateSaleRequest } from './gate-sale.contract.ts'

export type SaleDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

type DoorOrder = NewOrder & { orderId: string }

/**
 * A sum that no order has, so the order is refused and sells nothing. The refusal is
 * `amount_changed`, which has the right sum, or a refusal that is checked earlier.
 */
const NO_SUM = -1

/** Turns a sale into an order. Throws AppError with the name of an invalid field. */
export async function readDoorOrder(
  deps: SaleDeps,
  phone: GatePhone,
  sale: GateSaleRequest,
): Promise<DoorOrder> {
  const { quantity, price } = sale
  const buyer = readPhoneField(sale.phone)
  const ticketTypeId = readType(sale.ticket_type_id)
  return {
    orderId: readNonce(sale.nonce),
    eventId: phone.eventId,
    phone: buyer,
    // The buyer stands in front of the steward, which proves the phone number. So an open order of
    // the same number may be ended, and free tickets may be given to it.
    provenPhone: buyer,
    isAtDoor: true,
    paymentMethod: sale.method === 'mpesa' ? 'prompt' : sale.method,
    lines: [{ ticketTypeId, quantity, ...(price !== undefined && { chosenCents: price * 100 }) }],
    promoCode: readCode(sale.promo_code),
    collectedCents: await collectedCents(deps, phone, { ...sale, ticket_type_id: ticketTypeId }),
  }
}

function readNonce(nonce: string): string {
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return nonce.toLowerCase()
}

function readType(id: string): string {
  if (!isUuid(id)) throw new CheckInError('ticket_type_not_found')
  return id.toLowerCase()
}

function readCode(typed: string | null | undefined): NewOrder['promoCode'] {
  if (!typed?.trim()) return null
  const fold = foldCode(typed)
  if (fold === null) throw new OrderError('unknown_code', { details: { field: 'promo_code' } })
  return { fold }
}

/**
 * The sum on the phone's screen, in cents. NO_SUM if the phone requests the sum with a code. An app
 * of an older version does not send the sum. Its screen shows the price of the phone's last list
 * times the number of people; without such a price, the sum here is 0.
 */
async function collectedCents({ db }: SaleDeps, { id }: GatePhone, sale: GateSaleRequest) {
  const { amount, ticket_type_id, quantity } = sale
  if (amount !== undefined) return toCents(amount)!
  if (!isOfOlderApp(sale)) return NO_SUM
  const listed = await selectListedPrice(db, id, ticket_type_id)
  return toCents(lineAmountKes(listed ?? 0, quantity))!
}

/** Apps of an older version send no sum and know no codes. */
const isOfOlderApp = ({ amount, promo_code }: GateSaleRequest): boolean =>
  amount === undefined && !promo_code?.trim()

/** Throws the error of a refused sale, in the form that the steward and the phone need. */
export async function refuseSale(
  deps: SaleDeps,
  { sale, order }: { sale: GateSaleRequest; order: DoorOrder },
  error: unknown,
): Promise<never> {
  if (!(error instanceof AppError)) throw error
  const [{ ticketTypeId }] = order.lines as [DoorOrder['lines'][0]]
  switch (error.code) {
    case 'amount_changed':
      // An app of an older version cannot show another sum.
      throw isOfOlderApp(sale) ? new CheckInError('app_outdated') : error
    case 'nothing_to_pay':
      throw await unpaidRefusal(deps, { sale, order }, error)
    case 'unknown_ticket_type': {
      const wanted = { eventId: order.eventId, typeId: ticketTypeId }
      throw (await isKeptFromDoor(deps.db, wanted)) ? new CheckInError('not_sold_at_door') : error
    }
    case 'invalid_field':
      if (error.details.field !== 'tickets.0.price') throw error
      // The app, or its list, does not know that buyers choose this price.
      if (sale.price === undefined) throw new CheckInError('app_outdated')
      return refuseField('price', error.texts)
    default:
      throw error
  }
}

/**
 * The refusal of a sale for cash or by M-Pesa whose sum is 0. To find the reason, places the order
 * as a free order with NO_SUM, which sells nothing:
 * - the tickets are free, and the phone shows another sum or requests the sum: `amount_changed`
 *   with 0;
 * - the tickets are free, and the phone shows 0, or its app is of an older version: `app_outdated`,
 *   since the app does not know free tickets;
 * - the tickets are not free, such as a type at KES 0 not ticked as free: `error`, unchanged.
 */
async function unpaidRefusal(
  deps: SaleDeps,
  { sale, order }: { sale: GateSaleRequest; order: DoorOrder },
  error: AppError,
): Promise<unknown> {
  const free = { ...order, paymentMethod: 'free', collectedCents: NO_SUM } as const
  const refusal: unknown = await placeOrder(deps, free).catch((reason) => reason)
  const isFree = refusal instanceof OrderError && refusal.code === 'amount_changed'
  if (!isFree) return error
  if (sale.amount !== 0 && !isOfOlderApp(sale)) return refusal
  const text = 'These tickets are free. Reload the app to give them.'
  return new CheckInError('app_outdated', { text })
}
