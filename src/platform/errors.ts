/**
 * Failures that a person can do something about. One table gives each code its status and text;
 * a route may say more in its own words. Everything else is a bug and becomes a 500 with an id.
 */
const TABLE = {
  bad_request: [400, 'This request could not be understood.'],
  invalid_field: [422, 'Please check what you entered.'],
  invalid_phone: [
    422,
    'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)',
  ],
  unauthorized: [401, 'Please sign in.'],
  invalid_credentials: [401, 'Invalid credentials. Please check your email and password.'],
  link_ended: [410, 'This link has expired or was already used. Ask for a new one.'],
  already_confirmed: [409, 'This address is confirmed already.'],
  last_admin: [409, 'There must be at least one admin. Make somebody else an admin first.'],
  account_not_found: [404, 'Account not found'],
  forbidden: [403, 'Only an admin may do this.'],
  not_found: [404, 'Not found'],
  event_not_found: [404, 'Event not found'],
  gate_not_found: [404, 'Gate not found'],
  order_not_found: [404, 'Order not found'],
  no_such_ticket: [404, 'No such ticket'],
  no_ticket_for_reference: [404, 'No ticket found for this reference number'],
  unknown_ticket_type: [
    404,
    'This event has no such ticket type. Reload the page and choose again.',
  ],
  duplicate_ticket_type: [
    422,
    'Each ticket type may appear once. Put the whole quantity into one line.',
  ],
  too_many: [422, 'That is more than one order may hold of this ticket type.'],
  too_many_types: [
    422,
    'An event can have at most eight ticket types, for the number on a ticket tells no more apart. Removed types count too once they have sold.',
  ],
  nothing_to_pay: [422, 'There is nothing to pay. Choose at least one ticket that has a price.'],
  over_limit: [422, 'Choose fewer tickets'],
  duplicate: [409, 'This already exists.'],
  in_use: [409, 'This is still in use.'],
  stale: [409, 'Somebody else has saved this event since you opened it.'],
  below_sold: [409, 'There cannot be fewer tickets than are sold or being paid for.'],
  offset_fixed: [409, 'Tickets were sold, and their numbers carry this offset: it stays.'],
  image_gone: [409, 'This picture was never used and has been removed. Please upload it again.'],
  unconfirmed_organizer: [409, 'Only an account with a confirmed address may own events.'],
  sold_out: [409, 'These tickets are sold out.'],
  sales_closed: [409, 'Ticket sales have ended'],
  amount_changed: [409, 'The price has changed. Please check the new total.'],
  order_conflict: [409, 'This order number is already in use for another purchase.'],
  no_tickets_yet: [409, 'This purchase has no tickets that could be sent.'],
  nonce_used: [409, 'This nonce is already in use for another check-in.'],
  prompt_open: [409, 'A payment prompt is still open on this phone. Answer it first.'],
  already_paid: [409, 'This order is already paid.'],
  too_late: [409, 'This order is too old to be paid. Please start again.'],
  too_many_requests: [429, 'Too many requests. Please wait a little and try again.'],
  forbidden_origin: [403, 'This request came from another site.'],
  too_large: [413, 'This is too large.'],
  image_too_large: [413, 'The image is larger than 10 MB. Please choose a smaller one.'],
  image_too_many_pixels: [
    422,
    'The image has more than 40 million pixels. Please choose a smaller one.',
  ],
  unsupported_image: [415, 'Please choose a PNG, JPG, GIF or WebP image.'],
  broken_image: [422, 'This image is damaged and cannot be read. Please choose another one.'],
  unsupported_type: [415, 'Send JSON or a form.'],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof TABLE

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Further fields of the JSON answer, such as the new amount. */
  readonly details: Record<string, unknown>
  /** Seconds for Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { text?: string; details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(options.text ?? TABLE[code][1])
    this.code = code
    this.status = TABLE[code][0]
    this.details = options.details ?? {}
    this.retryAfter = options.retryAfter
  }

  body(): Record<string, unknown> {
    return { error: this.message, code: this.code, ...this.details }
  }
}
