import { imageUrl } from '../events/image.rules.ts'
import { maskPhone, normalisePhone } from '../platform/values/phone.rules.ts'
import type { OrderTicket } from '../tickets/tickets.contract.ts'
import type { SettledOrder } from './checkout.contract.ts'

/** A ticket as the page received it. Missing fields are fetched from the ticket metadata API. */
export type BoughtTicket = Pick<OrderTicket, 'ticket_number' | 'quantity'> & Partial<OrderTicket>

export type BoughtEvent = {
  id: string
  title: string
  date: string
  time: string
  /** The first and the last day that take place of an event of several days. */
  days?: { date: string; time: string }[] | undefined
  location: string
  /** Absent in states stored by earlier versions. */
  image?: string | null
  /** The event sells add-ons that the order does not have. */
  hasOtherAddOns?: true | undefined
}

export type SuccessState = {
  message: string
  phoneNumber: string
  email: string | null
  amount: number
  eventTitle: string
  /** Absent in states stored by earlier versions. */
  event?: BoughtEvent
  /** The M-Pesa receipt; '' while it is unknown. */
  reference: string
  /** Absent in states of paid orders. */
  orderNumber?: string
  tickets: BoughtTicket[]
  orderId?: string
  /** The event asks its ticket holders questions. */
  hasQuestions?: true
}

export function successState(
  order: SettledOrder,
  typed?: { phoneNumber: string; email: string | null },
): SuccessState {
  const { transaction } = order
  const { event_date: date, event_time: time, event_last_date: last } = transaction
  const first = { date, time }
  return {
    message: order.message,
    phoneNumber: typed && isPayer(typed.phoneNumber, order) ? typed.phoneNumber : transaction.phone,
    email: typed?.email ?? null,
    amount: transaction.amount,
    eventTitle: transaction.event_title,
    event: {
      id: transaction.event_id,
      title: transaction.event_title,
      ...first,
      ...(last !== undefined && { days: [first, { ...first, date: last }] }),
      location: transaction.event_location,
      image: transaction.event_image_key && imageUrl('', transaction.event_image_key),
      hasOtherAddOns: transaction.has_other_add_ons,
    },
    reference: order.rrn,
    ...(transaction.order_number && { orderNumber: transaction.order_number }),
    tickets: transaction.tickets,
    orderId: order.order_id,
    ...(transaction.has_questions && { hasQuestions: true as const }),
  }
}

/**
 * Whether the typed number is the phone that paid. False if an earlier prompt was paid, on another
 * phone.
 */
function isPayer(typed: string, { transaction }: SettledOrder): boolean {
  return maskPhone(normalisePhone(typed) ?? '') === transaction.phone
}

/**
 * Reads the browser's history state. The state may be from an older version, from another page, or
 * absent.
 */
export function readSuccessState(state: unknown): SuccessState | null {
  if (typeof state !== 'object' || state === null) return null
  const fields = state as Partial<Record<keyof SuccessState, unknown>>
  if (!Array.isArray(fields.tickets) || !fields.tickets.every(isTicket)) return null
  return {
    message: text(fields.message),
    phoneNumber: text(fields.phoneNumber),
    email: text(fields.email) || null,
    amount: Number(fields.amount) || 0,
    eventTitle: text(fields.eventTitle),
    ...(isEvent(fields.event) && { event: fields.event }),
    reference: text(fields.reference),
    ...(typeof fields.orderNumber === 'string' && { orderNumber: fields.orderNumber }),
    tickets: fields.tickets,
    ...(typeof fields.orderId === 'string' && { orderId: fields.orderId }),
    ...(fields.hasQuestions === true && { hasQuestions: true as const }),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const EVENT_FIELDS = ['id', 'title', 'date', 'time', 'location']

function isEvent(value: unknown): value is BoughtEvent {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return EVENT_FIELDS.every((field) => typeof fields[field] === 'string')
}

function isTicket(value: unknown): value is BoughtTicket {
  if (typeof value !== 'object' || value === null) return false
  return 'ticket_number' in value && typeof value.ticket_number === 'string'
}
