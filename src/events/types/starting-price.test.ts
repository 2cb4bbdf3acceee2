// spec: form-starting-price
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CHOICES,
  changeTypes,
  draftOf,
  type Editor,
  makeEditor,
  openOffice,
  publishedOf,
  VIP,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { startingPrice } from './starting-price.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const { standard, free, chosen, hidden, zero } = CHOICES
const early = { ...standard, price_steps: [{ name: 'Early', price: 50, quantity: 10 }] }

test.each([
  ['the lowest', [VIP, standard], 500],
  ['above 0', [VIP, free], 1500.5],
  ['0 if all are free', [free], 0],
  ['the lowest that buyers choose', [VIP, chosen], 200],
  ['without hidden types', [VIP, hidden], 1500.5],
  ['as typed if all types are hidden', [hidden], 77],
  ['as typed if the only price may be forgotten', [zero], 77],
  ['without early prices', [early], 500],
])('the starting price of an event is that of its types: %s', async (_, ticket_types, price) => {
  const editor = await makeEditor(stage, 'organizer')
  const event = await draftOf(editor, { price: 77, ticket_types })
  expect(event.price).toBe(price)
  const { body } = await editor.save(event.id, { updated_at: event.updated_at, price: 78 })
  expect(body.price).toBe(price === 77 ? 78 : price)
})

test('the starting price of a published event waits for approval with the types', async () => {
  const event = await publishedOf(admin, organizer)
  const typed = await organizer.save(event.id, { updated_at: event.updated_at, price: 5 })
  expect([typed.body.price, typed.body.review]).toEqual([VIP.price, undefined])
  const asked = await changeTypes(organizer, event, { VIP: { price: 900 } }, { price: 5 })
  const { change } = asked.body.review
  expect([asked.body.price, change]).toEqual([
    VIP.price,
    { ticket_types: [{ id: event.ticket_types[0].id, price: 900 }] },
  ])
  expect((await admin.approve(event.id, asked.body.updated_at)).body.price).toBe(900)
  const audit: string[][] = await admin.audit(event.id)
  expect(audit.filter(([action]) => action === 'event_price_changed')).toEqual([
    ['event_price_changed', 'Derby Day', VIP.price, 900],
  ])
})

test('an event without ticket types keeps the price that is typed', async () => {
  expect(startingPrice([])).toBeNull()
  const event = await publishedOf(admin, organizer, { ticket_types: undefined })
  expect(event.price).toBe(100)
  const { body } = await organizer.save(event.id, { updated_at: event.updated_at, price: 5 })
  expect([body.price, body.review.change]).toEqual([100, { price: 5 }])
  expect((await admin.approve(event.id, body.updated_at)).body.price).toBe(5)
})
