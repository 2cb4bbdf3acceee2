import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CHOICES,
  changeTypes,
  draftOf,
  type Editor,
  openOffice,
  publishedOf,
  type TypeReply,
  typeNamed,
} from '../../../test/event-form.ts'
import { pay, place, prompted } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const { standard: STANDARD, free: FREE, chosen: CHOSEN, hidden: HIDDEN } = CHOICES
const STEP = { name: 'Early bird', price: 300, ends_at: '2027-01-27T20:59:00.000Z', quantity: 50 }

// spec: form-price-choice
describe('a ticket type', () => {
  test('is free, chosen by buyers or hidden as it was sent, and a client may send GET back', async () => {
    const event = await draftOf(admin, { ticket_types: [STANDARD, FREE, CHOSEN, HIDDEN] })
    const plain = { is_hidden: false, sold_at_door: true }
    expect(event.ticket_types).toMatchObject([
      { ...STANDARD, ...plain },
      { ...FREE, price: 0, ...plain },
      { ...CHOSEN, price: 200, ...plain },
      { ...HIDDEN, sold_at_door: false },
    ])
    expect(typeNamed(event, 'Standard')).not.toHaveProperty('is_free')
    expect(typeNamed(event, 'Standard')).not.toHaveProperty('lowest')
    const again = await admin.save(event.id, event)
    expect(again).toMatchObject({ status: 200 })
    expect(again.body.updated_at).toBe(event.updated_at)
  })

  test('keeps what a form without the new fields does not send', async () => {
    const event = await draftOf(admin, { ticket_types: [FREE, CHOSEN, HIDDEN] })
    const old = event.ticket_types.map((type: TypeReply) => {
      const { id, name, description, price, max_per_order, quantity, type_offset } = type
      return { id, name, description, price, max_per_order, quantity, type_offset }
    })
    const { updated_at } = event
    const saved = await admin.save(event.id, { updated_at, ticket_types: old })
    expect(saved.body.ticket_types).toEqual(event.ticket_types)
    expect(saved.body.updated_at).toBe(updated_at)
  })

  test('changes between the three, and back', async () => {
    const event = await draftOf(admin, { ticket_types: [STANDARD] })
    const to = async (type: object) => (await changeTypes(admin, event, { Standard: type })).body
    const steps = [
      [
        { is_free: true, price: 0 },
        { is_free: true, price: 0 },
      ],
      [
        { is_free: false, lowest: 200, highest: 900 },
        { price: 200, lowest: 200, highest: 900 },
      ],
      [{ lowest: 300 }, { price: 300, lowest: 300, highest: 900 }],
      [{ is_free: true }, { is_free: true, price: 0 }],
      [{ is_free: false, price: 500, lowest: null }, { price: 500 }],
    ] as const
    for (const [sent, stored] of steps) {
      const type = typeNamed(await to(sent), 'Standard')
      expect(type).toMatchObject(stored)
      expect('is_free' in type).toBe('is_free' in stored)
      expect('lowest' in type).toBe('lowest' in stored)
    }
    const actions = (await admin.audit(event.id)).filter(
      ([action]: string[]) => action === 'ticket_type_price_changed',
    )
    expect(actions.map(([, , before, after]: unknown[]) => [before, after])).toEqual([
      [500, 'free'],
      ['free', 'from KES 200, buyers choose, at most KES 900'],
      [
        'from KES 200, buyers choose, at most KES 900',
        'from KES 300, buyers choose, at most KES 900',
      ],
      ['from KES 300, buyers choose, at most KES 900', 'free'],
      ['free', 500],
    ])
  })

  test.each([
    ['price', { ...FREE, price: 500 }],
    ['lowest', { ...FREE, lowest: 100 }],
    ['price_steps', { ...FREE, price_steps: [STEP] }],
    ['price_steps', { ...CHOSEN, price_steps: [STEP] }],
    ['suggested', { ...CHOSEN, suggested: 100 }],
    ['highest', { ...CHOSEN, highest: 400 }],
    ['highest', { ...CHOSEN, highest: 250_001 }],
    ['lowest', { ...CHOSEN, lowest: 200.5 }],
    ['highest', { ...STANDARD, highest: 1000 }],
    ['price', { ...CHOSEN, price: 300 }],
    ['is_free', { ...STANDARD, is_free: 'yes' }],
    ['is_hidden', { ...STANDARD, is_hidden: null }],
    ['sold_at_door', { ...STANDARD, sold_at_door: 1 }],
  ])('is refused with a wrong %s: %o', async (field, type) => {
    const image = await admin.picture()
    const body = { title: 'X', date: '2027-03-14', time: '15:30', location: 'Y', price: 0, image }
    expect(await admin.create({ ...body, ticket_types: [type] })).toMatchObject({
      status: 422,
      body: { code: 'invalid_field', field: `ticket_types.0.${field}` },
    })
  })

  test('with early prices becomes free only if they are removed', async () => {
    const event = await draftOf(admin, { ticket_types: [{ ...STANDARD, price_steps: [STEP] }] })
    expect(await changeTypes(admin, event, { Standard: { is_free: true } })).toMatchObject({
      status: 422,
      body: { field: 'ticket_types.0.price_steps' },
    })
    const freed = await changeTypes(admin, event, { Standard: { is_free: true, price_steps: [] } })
    expect(typeNamed(freed.body, 'Standard')).toMatchObject({ is_free: true, price_steps: [] })
  })

  test('that has sold becomes free and chosen; its orders, figures and statement stay', async () => {
    const event = await publishedOf(admin, organizer, { ticket_types: [STANDARD] })
    const built = { ...event, types: event.ticket_types }
    await pay(stage, await prompted(stage, built, [2]), 'PRICE0001')
    await place(stage, built, [1])
    const money = async () => [
      await stage.db
        .selectFrom('order_line as l')
        .innerJoin('order as o', 'o.id', 'l.order_id')
        .select(['l.price_cents', 'l.amount_cents', 'l.fee_cents', 'o.amount_cents as total'])
        .where('o.event_id', '=', event.id)
        .orderBy('l.amount_cents')
        .execute(),
      (await admin.call('GET', `/api/events/${event.id}/statement`)).body,
      (await admin.call('POST', '/api/rpc/get_event_ticket_type_stats', { p_event_id: event.id }))
        .body,
    ]
    const before = await money()
    expect(before).toMatchObject([
      [{ amount_cents: 50_000 }, { amount_cents: 100_000 }],
      { owed: 1000, taken: 1000 },
      [{ revenue: 1000, sold: 2 }],
    ])
    for (const choice of [
      { is_free: true, price: 0 },
      { is_free: false, lowest: 100 },
    ]) {
      expect(await changeTypes(admin, event, { Standard: choice })).toMatchObject({ status: 200 })
      expect(await money()).toEqual(before)
    }
    const shown = await admin.read(event.id)
    expect(typeNamed(shown, 'Standard')).toMatchObject({ lowest: 100, held: 1, sold: 2 })
  })

  test('that is copied has all of its new fields', async () => {
    const event = await draftOf(organizer, {
      ticket_types: [FREE, CHOSEN, { ...HIDDEN, sold_at_door: true }],
    })
    const { body } = await organizer.act(event.id, 'duplicate')
    expect(body.ticket_types).toMatchObject([
      { ...FREE, price: 0 },
      { ...CHOSEN, price: 200 },
      { ...HIDDEN, sold_at_door: true },
    ])
  })
})
