// Calls from Swahili pages get errors and other texts in Swahili.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES, pageText } from '../src/messages/pages.text.ts'
import { REPLIES } from '../src/messages/replies.text.ts'
import { OrderError } from '../src/orders/errors.ts'
import { RESULT_TEXTS } from '../src/payments/result.rules.ts'
import { AppError } from '../src/platform/errors.ts'
import { EMAIL_ERROR } from '../src/platform/values/email-address.rules.ts'
import { textsOf } from '../words/page-texts.ts'
import { VISITOR_ERRORS } from './swahili/document.ts'
import { OFFICE_CODES, PROGRAM_CODES } from './swahili/english-codes.ts'
import { readTree } from './tidy/tree.ts'

test('every error that visitors may read has its Swahili', () => {
  const codes = Object.values(VISITOR_ERRORS).flatMap((room) => Object.entries(room.codes))
  expect(codes.length).toBeGreaterThan(50)
  const english = codes.filter(([, [, , sw]]) => sw === undefined).map(([code]) => code)
  expect(english.sort()).toEqual([...OFFICE_CODES, ...PROGRAM_CODES].sort())
})

test('an error text that pages show too has the same Swahili there', () => {
  const errors = Object.values(VISITOR_ERRORS).flatMap(({ codes }) => Object.values(codes))
  const twins = [
    ...errors.map(([, en, sw]) => ({ en, sw })),
    ...Object.values(RESULT_TEXTS),
    ...Object.values(REPLIES),
  ].filter(({ en }) => en in PAGES)
  expect(twins.length).toBeGreaterThan(3)
  for (const { en, sw } of twins) expect(sw, en).toBe(PAGES[en])
})

/** Source files of calls that visitors make without an account. */
const CALLS = /^src\/(checkout|orders|payments|site|tickets|ussd)\/(?!screens\/|office\/).*\.ts$/
/** Source files without texts for visitors, or with texts that other tests check. */
const OTHER = /\.(contract|rules|sql|test|text)\.ts$|\/errors\.ts$/
/** Sentences in those source files that visitors never see. */
const FOR_OTHERS = [
  // Shown to admins, in the list of receipts without an order.
  'Resolved.',
  'Booked as received.',
  'The tickets are being issued.',
  'Tickets were resent to this phone several times.',
  'Payouts released.',
  // Sent to organizers, in an email.
  'Please reply to this email and write how the event went, such as with photos or the door list.',
  // Sent to support, in the email from the contact form.
  'Message {}. A reply to this email goes to the sender.',
  // Returned to programs only, because our form fills in the amounts.
  '{} must be an amount in shillings with at most two decimals.',
]

test('a call returns no sentence to visitors that stands in no catalogue', () => {
  const files = [...readTree().keys()].filter((path) => CALLS.test(path) && !OTHER.test(path))
  expect(files.length).toBeGreaterThan(80)
  const sentences = files
    .flatMap((path) => textsOf(path, readFileSync(path, 'utf8')))
    .map(({ english }) => english)
    .filter((english) => / /.test(english) && /^[\p{Lu}{].*\.$/u.test(english))
  const english = sentences.filter((text) => !(text in PAGES) && !FOR_OTHERS.includes(text))
  expect(english).toEqual([])
})

test('an error carries its text in both languages', () => {
  const soldOut = new OrderError('sold_out')
  expect(soldOut.body().error).toBe('These tickets are sold out.')
  expect(soldOut.body('sw')).toEqual({ error: 'Tiketi hizi zimeisha.', code: 'sold_out' })
  const text = pageText(EMAIL_ERROR)
  expect(new AppError('invalid_field', { text }).body('sw').error).toBe(text.sw)
  expect(new AppError('invalid_field', { text: 'id is required.' }).body('sw').error).toBe(
    'id is required.',
  )
})

test('a text of a page without Swahili is an error', () => {
  expect(() => pageText('Nobody wrote this down')).toThrow('no Swahili')
})
