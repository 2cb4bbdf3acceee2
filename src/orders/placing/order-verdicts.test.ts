import { describe, expect, test, vi } from 'vitest'
import {
  EVENT,
  heldOf,
  judge,
  lineOf,
  NO_FEE,
  nameOf,
  OTHER_EVENT,
  openOf,
  orderOf,
  TERMS,
  typeOf,
  verdictOf,
} from '../../../test/judged-orders.ts'
import { AppError } from '../../platform/errors.ts'
import { OrderError } from '../errors.ts'
import type { OrderRow } from './order-row.ts'

test('a placement has the code, the lines with their amounts and the total', () => {
  const types = [typeOf({ price_cents: 99_50 }), typeOf({ id: 'vip', price_cents: 500_00 })]
  const lines = [lineOf({ units: 3 }), lineOf({ ticket_type_id: 'vip', units: 2 })]
  const order = orderOf({ lines })
  expect(judge([order], { types })).toEqual([
    {
      verdict: 'placed',
      order,
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
      event_title: 'Derby',
      // 298.50 is charged as 299: each line is rounded up.
      lines: [
        {
          ...lines[0],
          quantity: 3,
          price_cents: 99_50,
          amount_cents: 299_00,
          fee_cents: 0,
          limit_ids: [],
        },
        {
          ...lines[1],
          quantity: 2,
          price_cents: 500_00,
          amount_cents: 1000_00,
          fee_cents: 0,
          limit_ids: [],
        },
      ],
      amount_cents: 1299_00,
      since: TERMS.now,
      is_unproven: true,
      paybill_until: null,
      replaced: null,
      seller: null,
    },
  ])
})

describe('an order id that is known', () => {
  const known = [{ id: 'new', fingerprint: 'print' }]

  test('exists with the same purchase, even if the event no longer sells', () => {
    const events = [
      { id: EVENT, title: 'Derby', stop: 'closed' as const, max_per_phone: null, fee: NO_FEE },
    ]
    expect(verdictOf({}, { known, events })).toBe('exists')
    expect(verdictOf({}, { known, types: [typeOf({ sold: 10 })] })).toBe('exists')
  })

  test('is refused with another purchase', () => {
    expect(verdictOf({ fingerprint: 'another' }, { known })).toBe('order_conflict')
  })

  test('takes no tickets and is not counted again', () => {
    const admit = vi.fn()
    const orders = [orderOf(), orderOf({ id: 'next', phone: '254700000001' })]
    const judged = judge(orders, { known, types: [typeOf({ sold: 9 })] }, {}, admit)
    expect(judged.map(nameOf)).toEqual(['exists', 'placed'])
    expect(admit.mock.calls).toEqual([[orders[1]]])
  })
})

describe('the event', () => {
  const eventOf = (stop: 'draft' | 'closed' | 'sold_out' | null) => ({
    events: [{ id: EVENT, title: 'Derby', stop, max_per_phone: null, fee: NO_FEE }],
  })

  test.each([
    [null, 'placed'],
    ['draft', 'event_not_found'],
    ['closed', 'sales_closed'],
    ['sold_out', 'sold_out'],
  ] as const)('with the sale stop %s gives %s', (stop, verdict) => {
    expect(verdictOf({}, eventOf(stop))).toBe(verdict)
  })

  test('that does not exist is not found', () => {
    expect(verdictOf({}, { events: [] })).toBe('event_not_found')
  })
})

describe('the ticket type', () => {
  test.each([
    ['that does not exist', { id: 'another' }],
    ['of another event', { event_id: OTHER_EVENT }],
    ['that its organizer removed', { is_archived: true }],
  ])('%s is unknown', (_, fields) => {
    expect(verdictOf({}, { types: [typeOf(fields)] })).toBe('unknown_ticket_type')
  })

  test('is checked on each line', () => {
    const lines = [lineOf(), lineOf({ ticket_type_id: 'another' })]
    expect(verdictOf({ lines })).toBe('unknown_ticket_type')
  })

  test('whose window is over is no longer on sale, while the sales of the event go on', () => {
    const types = [typeOf({ sale_until: TERMS.now.toISOString() }), typeOf({ id: 'vip' })]
    const lines = [lineOf({ ticket_type_id: 'vip' })]
    const next = orderOf({ id: 'next', phone: '254700000001', lines })
    const [over, open] = judge([orderOf(), next], { types })
    const texts = {
      en: 'These tickets are no longer on sale.',
      sw: 'Tiketi hizi haziuzwi tena.',
    }
    const error = { code: 'sales_closed', texts, details: { ticket_type_id: 'regular' } }
    expect(over).toMatchObject({ verdict: 'refused', error })
    expect(open).toMatchObject({ verdict: 'placed' })
  })

  test('sells as many per order as it allows, and not one more', () => {
    expect(verdictOf({ lines: [lineOf({ units: 4 })] })).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 5 })] })).toBe('too_many')
  })
})

describe('the amount', () => {
  const types = [typeOf({ price_cents: 99_50 })]
  const withShown = (total: number | null, line: number | null) => ({
    shown_cents: total,
    lines: [lineOf({ units: 3, shown_cents: line })],
  })

  test.each([
    ['nothing', null, null],
    ['the exact prices', 298_50, 298_50],
    ['the charged total', 299_00, 298_50],
    ['a total alone', 299_00, null],
    ['a line alone', null, 298_50],
    ['a rounded line and total', 299_00, 299_00],
    ['a rounded line alone', null, 299_00],
  ])('is accepted if the client displayed %s', (_, total, line) => {
    expect(verdictOf(withShown(total, line), { types })).toBe('placed')
  })

  test.each([
    ['one cent less in total', 298_49, 298_50],
    ['one cent more in total', 299_01, 298_50],
    ['a line rounded down', 298_00, 298_00],
    ['a line of rounded tickets', 300_00, 300_00],
    ['a free line', 298_50, 0],
  ])('has changed if the client displayed %s', (_, total, line) => {
    const [judgement] = judge([orderOf(withShown(total, line))], { types })
    expect(judgement).toMatchObject({
      verdict: 'refused',
      error: { code: 'amount_changed', details: { amount: 299 } },
    })
  })

  test('must not be 0, and is rounded up to a shilling from one cent on', () => {
    expect(verdictOf({}, { types: [typeOf({ price_cents: 0 })] })).toBe('nothing_to_pay')
    expect(judge([orderOf()], { types: [typeOf({ price_cents: 1 })] })).toMatchObject([
      { verdict: 'placed', amount_cents: 1_00 },
    ])
  })

  test('may be the most that M-Pesa takes, and not a shilling more', () => {
    const lines = [lineOf({ units: 3 })]
    expect(verdictOf({ lines }, {}, { maxCents: 300_00 })).toBe('placed')
    expect(verdictOf({ lines }, {}, { maxCents: 299_00 })).toBe('over_limit')
  })
})

describe('an open order of the phone for the event', () => {
  test('is replaced', () => {
    const replaced = openOf()
    expect(judge([orderOf()], { open: [replaced] })).toMatchObject([
      { verdict: 'placed', replaced },
    ])
  })

  test('refuses the new one while its buyer may be paying', () => {
    const [judgement] = judge([orderOf()], { open: [openOf({ is_paying: true })] })
    expect(judgement).toMatchObject({ verdict: 'refused', error: { code: 'payment_open' } })
  })

  test.each([
    ['of another phone', { phone: '254700000001' }],
    ['for another event', { event_id: OTHER_EVENT }],
  ])('has nothing to do with one %s', (_, fields) => {
    const open = [openOf({ ...fields, is_paying: true })]
    expect(judge([orderOf()], { open })).toMatchObject([{ verdict: 'placed', replaced: null }])
  })

  test('gives its tickets back to the order that replaces it', () => {
    const open = [openOf({ lines: [heldOf({ quantity: 2 })] })]
    const types = [typeOf({ held: 2, sold: 7 })]
    expect(verdictOf({ lines: [lineOf({ units: 3 })] }, { open, types })).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 4 })] }, { open, types })).toBe('few_left')
  })
})

describe('the stock', () => {
  test('sells its last tickets, and not one more', () => {
    const types = [typeOf({ held: 3, sold: 5 })]
    expect(verdictOf({ lines: [lineOf({ units: 2 })] }, { types })).toBe('placed')
    expect(verdictOf({ lines: [lineOf({ units: 3 })] }, { types })).toBe('few_left')
  })

  // spec: refusal-says-what-is-left
  test.each([
    ['few_left', 'Only 2 of 3 are left.', { ticket_type_id: 'regular', left: 2 }, { sold: 8 }],
    ['few_left', 'Only 1 of 3 is left.', { left: 1 }, { held: 4, sold: 5 }],
    [
      'all_taken',
      'All tickets are being bought right now. Unpaid ones return within minutes.',
      { left: 0 },
      { held: 1, sold: 9 },
    ],
    ['sold_out', 'These tickets are sold out.', { left: 0 }, { sold: 10 }],
    ['sold_out', 'These tickets are sold out.', { left: 0 }, { capacity: 5, sold: 9 }],
  ])('%s is the refusal of 3 tickets that says: %s', (code, message, details, stock) => {
    const [judgement] = judge([orderOf({ lines: [lineOf({ units: 3 })] })], {
      types: [typeOf(stock)],
    })
    expect(judgement).toMatchObject({ verdict: 'refused', error: { code, message, details } })
  })

  // spec: refusal-says-what-is-left
  test.each([
    [{ sold: 10 }, 'sold_out', 'Some of these tickets are sold out.'],
    [
      { held: 10 },
      'all_taken',
      'Some of these tickets are being bought right now. Unpaid ones return within minutes.',
    ],
    [{ sold: 9 }, 'few_left', 'Only 1 of 2 is left.'],
  ])('a refusal because of one type of two is about some tickets: %j', (stock, code, message) => {
    const lines = [lineOf(), lineOf({ ticket_type_id: 'vip', units: 2 })]
    const [judgement] = judge([orderOf({ lines })], {
      types: [typeOf(), typeOf({ id: 'vip', ...stock })],
    })
    expect(judgement).toMatchObject({
      error: { code, message, details: { ticket_type_id: 'vip' } },
    })
  })

  test('refuses the whole order if one type of it is sold out', () => {
    const types = [typeOf(), typeOf({ id: 'vip', sold: 10 })]
    expect(verdictOf({ lines: [lineOf(), lineOf({ ticket_type_id: 'vip' })] }, { types })).toBe(
      'sold_out',
    )
    expect(verdictOf({}, { types })).toBe('placed')
  })

  test('is closed, and not sold out, after the event was cancelled', () => {
    expect(verdictOf({}, { types: [typeOf({ is_closed: true })] })).toBe('sales_closed')
  })

  test('goes to the orders of a batch in their order; refused orders take none', () => {
    const quantities = [4, 4, 3, 2, 1]
    const orders = quantities.map((quantity, index) =>
      orderOf({
        id: `${index}`,
        phone: `25470000000${index}`,
        lines: [lineOf({ units: quantity })],
      }),
    )
    expect(judge(orders).map(nameOf)).toEqual([
      'placed',
      'placed',
      'few_left',
      'placed',
      'all_taken',
    ])
  })

  test('is given back once for a batch in which another phone buys', () => {
    const orders = [
      orderOf({ lines: [lineOf({ units: 1 })] }),
      orderOf({ id: 'next', phone: '254700000001', lines: [lineOf({ units: 2 })] }),
    ]
    const open = [openOf({ lines: [heldOf({ quantity: 2 })] })]
    const judged = (sold: number) => judge(orders, { open, types: [typeOf({ held: 2, sold })] })
    expect(judged(7).map(nameOf)).toEqual(['placed', 'placed'])
    expect(judged(8).map(nameOf)).toEqual(['placed', 'few_left'])
  })
})

describe('the limits of another room', () => {
  test('refuse an order with their own error, and it takes no tickets', () => {
    const orders = [1, 2].map((index) => orderOf({ id: `${index}`, phone: `25470000000${index}` }))
    const admit = (order: OrderRow) => {
      if (order === orders[0]) throw new AppError('too_many_requests')
    }
    const judged = judge(orders, { types: [typeOf({ sold: 9 })] }, {}, admit)
    expect(judged.map(nameOf)).toEqual(['too_many_requests', 'placed'])
  })

  test('count no order that is refused anyway', () => {
    const admit = vi.fn()
    judge([orderOf()], { types: [typeOf({ sold: 10 })] }, {}, admit)
    judge([orderOf({ lines: [lineOf({ units: 5 })] })], {}, {}, admit)
    expect(admit).not.toHaveBeenCalled()
  })

  test('that fail otherwise fail the batch', () => {
    const fault = new Error('a bug')
    const admit = () => {
      throw fault
    }
    expect(() => judge([orderOf()], {}, {}, admit)).toThrow(fault)
  })
})

test('a refused order keeps its error and its row', () => {
  const order = orderOf({ lines: [lineOf({ units: 5 })] })
  const [judgement] = judge([order])
  expect(judgement).toEqual({ verdict: 'refused', order, error: expect.any(OrderError) })
})
