// spec: add-on-needs-ticket
// Tests add-ons, such as parking: only ticket holders may buy them, and they count as no ticket.
import { describe, expect, test } from 'vitest'
import {
  EVENT,
  heldOf,
  judge,
  lineOf,
  NO_FEE,
  OTHER_EVENT,
  openOf,
  orderOf,
  typeOf,
  verdictOf,
} from '../../../test/judged-orders.ts'
import type { OrderFacts } from './order-facts.ts'

const PHONE = '254712345678'
const parking = lineOf({ ticket_type_id: 'parking' })
const addOn = (fields: Parameters<typeof typeOf>[0] = {}) =>
  typeOf({ id: 'parking', kind: 'add_on', price_cents: 300_00, ...fields })
const types = [typeOf(), addOn()]
const HOLDER: Partial<OrderFacts> = { types, entryPhones: [{ event_id: EVENT, phone: PHONE }] }

describe('an add-on', () => {
  test('needs a ticket for the event: in its order, or of its phone', () => {
    expect(verdictOf({ lines: [lineOf(), parking] }, { types })).toBe('placed')
    expect(verdictOf({ lines: [parking] }, HOLDER)).toBe('placed')
    const [judged] = judge([orderOf({ lines: [parking] })], { types })
    expect(judged).toMatchObject({
      error: {
        code: 'needs_entry',
        texts: {
          en: 'Add-ons need a ticket. Buy a ticket for this event first, or together with them.',
          sw: 'Nyongeza zinahitaji tiketi. Nunua tiketi ya tukio hili kwanza, au pamoja nazo.',
        },
      },
    })
  })

  test.each([
    ['another event', { event_id: OTHER_EVENT, phone: PHONE }],
    ['another phone', { event_id: EVENT, phone: '254700000001' }],
  ])('is not sold for a ticket of %s', (_, entry) => {
    expect(verdictOf({ lines: [parking] }, { types, entryPhones: [entry] })).toBe('needs_entry')
  })

  test.each([
    ['hidden, with a code', { is_hidden: true }, { promo_code: { id: 'code' } }],
    ['free', { is_free: true, price_cents: 0 }, { payment_method: 'free' as const }],
    ['at the door', {}, { is_at_door: true, payment_method: 'cash' as const }],
  ])('needs a ticket too if it is sold %s', (_, fields, order) => {
    const code = {
      ...{
        id: 'code',
        event_id: EVENT,
        code_fold: 'PARK',
        digits: '1234',
        kind: 'access' as const,
      },
      ...{ percent: null, value_cents: null, is_for_all_types: false, type_ids: ['parking'] },
      ...{ max_per_phone: null, starts_at: null, ends_at: null, seller_id: null, left: null },
    }
    const facts = { types: [typeOf(), addOn(fields)], codes: [code] }
    expect(verdictOf({ ...order, lines: [parking] }, facts)).toBe('needs_entry')
    expect(verdictOf({ ...order, lines: [parking] }, { ...HOLDER, ...facts })).toBe('placed')
  })

  test('is sold of an event that is marked as sold out, whose tickets are not', () => {
    const event = { id: EVENT, title: 'Derby', max_per_phone: null, fee: NO_FEE }
    const facts = { ...HOLDER, events: [{ ...event, stop: 'sold_out' as const }] }
    expect(verdictOf({ lines: [parking] }, facts)).toBe('placed')
    expect(verdictOf({ lines: [lineOf(), parking] }, facts)).toBe('sold_out')
    const closed = { ...facts, events: [{ ...event, stop: 'closed' as const }] }
    expect(verdictOf({ lines: [parking] }, closed)).toBe('sales_closed')
  })

  test('does not count for the limit of its phone', () => {
    const events = [{ id: EVENT, title: 'Derby', stop: null, max_per_phone: 2, fee: NO_FEE }]
    const facts = (tickets: number) => ({
      ...{ ...HOLDER, events },
      phoneTickets: [{ event_id: EVENT, phone: PHONE, tickets }],
    })
    const two = lineOf({ ticket_type_id: 'parking', units: 2 })
    expect(verdictOf({ lines: [lineOf(), two] }, facts(1))).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 2 }), two] }, facts(1))).toBe('phone_limit')
    // The organizer has lowered the limit.
    expect(verdictOf({ lines: [two] }, facts(3))).toBe('placed')
  })

  test('of a replaced order gives back none of the tickets that its phone may have', () => {
    const events = [{ id: EVENT, title: 'Derby', stop: null, max_per_phone: 2, fee: NO_FEE }]
    const open = [openOf({ lines: [heldOf({ ticket_type_id: 'parking', kind: 'add_on' })] })]
    const phoneTickets = [{ event_id: EVENT, phone: PHONE, tickets: 2 }]
    expect(verdictOf({}, { ...HOLDER, events, open, phoneTickets })).toBe('phone_limit')
  })
})

describe('an order of add-ons alone', () => {
  const withTicket = openOf({ held_ms: 42_000 })
  const refusal = (order: Parameters<typeof orderOf>[0], facts: Partial<OrderFacts>) => {
    const [judged] = judge([orderOf({ lines: [parking], ...order })], { types, ...facts })
    return judged
  }

  test('does not replace the unpaid tickets of its phone, which have to be paid first', () => {
    for (const entryPhones of [[], [{ event_id: EVENT, phone: PHONE }]]) {
      const facts = { open: [withTicket], entryPhones }
      expect(refusal({}, facts)).toMatchObject({
        error: { code: 'payment_open', details: { order_id: 'open' } },
      })
      // The refusal reveals to a stranger only when the hold ends.
      expect(refusal({ proof: {} }, facts)).toMatchObject({
        error: { code: 'payment_open', details: {}, retryAfter: 42 },
      })
    }
  })

  test('replaces another order of add-ons alone', () => {
    const open = [openOf({ lines: [heldOf({ ticket_type_id: 'parking', kind: 'add_on' })] })]
    expect(refusal({}, { ...HOLDER, open })).toMatchObject({
      verdict: 'placed',
      replaced: { id: 'open' },
    })
  })

  test('that is free leaves the unpaid order of its phone alone', () => {
    const free = { is_free: true, price_cents: 0 }
    const facts = { types: [typeOf(), addOn(free)], open: [withTicket] }
    const order = { payment_method: 'free' as const }
    expect(refusal(order, { ...HOLDER, ...facts })).toMatchObject({
      verdict: 'placed',
      replaced: null,
    })
    expect(refusal(order, facts)).toMatchObject({ error: { code: 'payment_open' } })
  })

  test('is replaced by an order of tickets', () => {
    const open = [openOf({ lines: [heldOf({ ticket_type_id: 'parking', kind: 'add_on' })] })]
    expect(judge([orderOf()], { types, open })).toMatchObject([{ replaced: { id: 'open' } }])
  })
})
