import { randomUUID } from 'node:crypto'
import { foldCode } from '../events/codes/code.rules.ts'
import { EventError } from '../events/errors.ts'
import { readLinkWord, readSellerNumber } from '../events/sellers/seller.rules.ts'
import { phoneErrorText } from '../messages/phone-error.ts'
import { REPLIES } from '../messages/replies.text.ts'
import { OrderError } from '../orders/errors.ts'
import { type NewOrder, UTM_NAMES } from '../orders/new-order.rules.ts'
import { refuseField } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { cleanLine } from '../platform/values/clean-text.rules.ts'
import { readEmailAddress } from '../platform/values/email-address.rules.ts'
import { toCents } from '../platform/values/money.rules.ts'
import { normalisePhone } from '../platform/values/phone.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'
import { CheckoutError } from './errors.ts'

/** Reads the call's body as an order. Throws AppError with the name of an invalid field. */
export function readPurchase(body: OrderRequest): NewOrder & { orderId: string } {
  const phone = readPhone(body.phoneNumber)
  if (!isUuid(body.eventId)) throw new EventError('event_not_found')
  return {
    // The id gives access to the order, so all its bits are random.
    orderId: body.orderId ?? randomUUID(),
    eventId: body.eventId,
    phone,
    email: readEmail(body.email),
    paymentMethod: body.payBy ?? 'prompt',
    language: body.language ?? 'en',
    replaces: body.replaces ?? [],
    lines: readLines(body),
    promoCode: readPromoCode(body.promo_code),
    source: { seller: readSellerNumber(body.seller), utm: readUtm(body.utm) },
    shown: {
      totalCents: readCents(body.amount, 'amount'),
      lineCents: body.tickets.map(({ amount }, at) => readCents(amount, `tickets.${at}.amount`)),
    },
  }
}

/**
 * Reads a phone number into its stored form. Null if the request has no number. Throws an AppError
 * if the number is invalid.
 */
export function readPhone(typed: string): string
export function readPhone(typed: string | undefined): string | null
export function readPhone(typed: string | undefined): string | null {
  if (typed === undefined) return null
  const phone = normalisePhone(typed)
  if (!phone) {
    const details = { field: 'phoneNumber' }
    throw new CheckoutError('invalid_phone', { text: phoneErrorText(typed), details })
  }
  return phone
}

function readLines({ tickets }: OrderRequest): NewOrder['lines'] {
  const seen = new Set<string>()
  return tickets.map(({ ticketTypeId, quantity, price }, at) => {
    if (!isUuid(ticketTypeId)) throw new EventError('unknown_ticket_type')
    if (seen.has(ticketTypeId.toLowerCase())) {
      throw new CheckoutError('duplicate_ticket_type', {
        details: { field: `tickets.${at}.ticketTypeId` },
      })
    }
    seen.add(ticketTypeId.toLowerCase())
    return { ticketTypeId, quantity, ...(price !== undefined && { chosenCents: price * 100 }) }
  })
}

/** Null if the request has no code. Throws unknown_code if the text cannot be a code. */
function readPromoCode(typed: string | null | undefined): NewOrder['promoCode'] {
  if (!typed?.trim()) return null
  const fold = foldCode(typed)
  if (fold === null) throw new OrderError('unknown_code', { details: { field: 'promo_code' } })
  return { fold }
}

/** Leaves out words that are empty or cannot be stored, so that no link prevents a purchase. */
function readUtm(
  utm: OrderRequest['utm'] = {},
): NonNullable<NonNullable<NewOrder['source']>['utm']> {
  const words = UTM_NAMES.map((name) => [name, readLinkWord(cleanLine(utm[name] ?? ''))])
  return Object.fromEntries(words.filter(([, word]) => word !== ''))
}

// Small enough for SQL to calculate with the amount in cents.
const MAX_SHILLINGS = 1e12

function readCents(shillings: number, field: string): number {
  const cents = Math.abs(shillings) <= MAX_SHILLINGS ? toCents(shillings) : null
  if (cents !== null && cents >= 0) return cents
  refuseField(field, `${field} must be an amount in shillings with at most two decimals.`)
}

/**
 * Reads an email address into its stored form. Null if no address was typed. Throws an AppError if
 * the address is invalid.
 */
export function readEmail(typed: string | null | undefined): string | null {
  if (!typed?.trim()) return null
  const email = readEmailAddress(typed)
  if (email !== null) return email
  refuseField('email', REPLIES.emailOrEmpty)
}
