import { randomUUID } from 'node:crypto'
import { EventError } from '../events/errors.ts'
import { phoneErrorText } from '../messages/phone-error.ts'
import { REPLIES } from '../messages/replies.text.ts'
import type { NewOrder } from '../orders/new-order.rules.ts'
import { refuseField } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
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
    // The id gives access to the order, so every bit is random.
    orderId: body.orderId ?? randomUUID(),
    eventId: body.eventId,
    phone,
    email: readEmail(body.email),
    paymentMethod: body.payBy ?? 'prompt',
    language: body.language ?? 'en',
    replaces: body.replaces ?? [],
    lines: readLines(body),
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
  return tickets.map(({ ticketTypeId, quantity }, at) => {
    if (!isUuid(ticketTypeId)) throw new EventError('unknown_ticket_type')
    if (seen.has(ticketTypeId.toLowerCase())) {
      throw new CheckoutError('duplicate_ticket_type', {
        details: { field: `tickets.${at}.ticketTypeId` },
      })
    }
    seen.add(ticketTypeId.toLowerCase())
    return { ticketTypeId, quantity }
  })
}

// Small enough for the SQL statement's arithmetic in cents.
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
