// Swahili pages show a call's refusal in Swahili, by messages/swahili.rules.ts.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CheckoutError } from '../src/checkout/errors.ts'
import { inSwahili } from '../src/messages/swahili.rules.ts'
import { OrderError } from '../src/orders/errors.ts'
import { PaymentError } from '../src/payments/errors.ts'
import { AppError } from '../src/platform/errors.ts'
import { RefundError } from '../src/refunds/errors.ts'
import { TicketError } from '../src/tickets/errors.ts'
import { textsOf } from '../words/page-texts.ts'
import { readTree } from './tidy/tree.ts'

/** Shown in the back office only, which is in English. */
const BACK_OFFICE = [
  'unauthorized',
  'forbidden',
  'operator_only',
  'receipt_not_found',
  'payment_not_found',
  'nothing_to_explain',
  'no_difference',
  'receipt_taken',
  'not_paid',
  'refund_not_found',
  'nothing_to_refund',
  'tickets_used',
  'unknown_ticket',
  'below_shilling',
  'receipt_unlisted',
  'receipt_used',
  'not_by_hand',
  'not_twice',
  'payer_not_wanted',
  'not_waiting',
  'admin_cancels',
  'not_cancelled',
]
/** Responses that our forms cannot cause, but programs can: the API is in English. */
const PROGRAMS = [
  'method_not_allowed',
  'headers_too_large',
  'unsupported_type',
  'duplicate_ticket_type',
  'no_paybill',
]

const hasSwahili = (text: string) => inSwahili(text) !== text

test('every refusal that visitors may read has its Swahili', () => {
  const rooms = [AppError, CheckoutError, OrderError, PaymentError, RefundError, TicketError]
  const codes = rooms.flatMap((room) => Object.entries(room.codes))
  expect(codes.length).toBeGreaterThan(50)
  const english = codes.filter(([, [, text]]) => !hasSwahili(text)).map(([code]) => code)
  expect(english.sort()).toEqual([...BACK_OFFICE, ...PROGRAMS].sort())
})

/** Sources of calls that visitors make without an account. */
const CALLS = /^src\/(checkout|orders|payments|site|tickets|ussd)\/(?!screens\/|office\/).*\.ts$/
/** Sources without texts for visitors, or whose texts are checked elsewhere. */
const OTHER = /\.(contract|rules|sql|test|text)\.ts$|\/errors\.ts$/
/** Sentences in those sources that visitors never see. */
const FOR_OTHERS = [
  // For admins, on the list of money without an order.
  'Kept, and nobody is asked about it any more.',
  'Booked as received.',
  'The tickets are being made.',
  'This phone was sent its tickets again several times. Please wait an hour.',
  // For support, in the contact form's email.
  'Message {}. An answer to this e-mail goes to the sender.',
  // For programs: our form fills in the amounts.
  '{} must be an amount in shillings with at most two decimals.',
]

test('every other sentence that a call returns has its Swahili, too', () => {
  const files = [...readTree().keys()].filter((path) => CALLS.test(path) && !OTHER.test(path))
  expect(files.length).toBeGreaterThan(100)
  const said = files.flatMap((path) => textsOf(path, readFileSync(path, 'utf8')))
  const sentences = said
    .map(({ english }) => english)
    .filter((english) => / /.test(english) && /^[\p{Lu}{].*\.$/u.test(english))
  const english = sentences.filter((one) => !hasSwahili(one) && !FOR_OTHERS.includes(one))
  expect(english).toEqual([])
})

test.each([
  'This payment bought no ticket. KES 20 will be refunded to the M-PESA number that paid by 14 Dec.',
  'Only 1 person is left on this ticket.',
  'Only 3 people are left on this ticket.',
  'To several phones goes one person each.',
  'This link is not one of ours.',
])('so has what is put together: %s', (text) => {
  expect(inSwahili(text)).not.toMatch(/\b(this|left|paid|phones|are|is)\b/i)
})
