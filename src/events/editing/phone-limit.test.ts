// spec: phone-cap
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftOf, type Editor, openOffice, VIP } from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
afterAll(() => stage.close())

test('the limit per phone number is set, shown to visitors, and taken away', async () => {
  const event = await draftOf(admin, {
    is_published: true,
    max_per_phone: 6,
    ticket_types: [{ name: 'Standard', price: 100, quantity: 100 }, VIP],
  })
  expect(event).toMatchObject({ max_per_phone: 6, ticket_types: [{ max_per_order: 4 }, VIP] })
  const { id } = event
  const two = await admin.save(id, { updated_at: event.updated_at, max_per_phone: 2 })
  expect(two.body).toMatchObject({ max_per_phone: 2, ticket_types: [{ max_per_order: 4 }, VIP] })
  const visitor = (await stage.app.inject(`/api/events/${id}`)).json()
  expect(visitor).toMatchObject({
    max_per_phone: 2,
    ticket_types: [{ max_per_order: 2 }, { max_per_order: 2 }],
  })
  const { updated_at } = two.body
  for (const max_per_phone of [0, -1, 1.5, 1001, '2']) {
    const refused = await admin.save(id, { updated_at, max_per_phone })
    expect([refused.status, refused.body.field]).toEqual([422, 'max_per_phone'])
  }
  const none = await admin.save(id, { updated_at, max_per_phone: null })
  expect(none.body).toMatchObject({ max_per_phone: null })
  const rows = await stage.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('event_id', '=', id)
    .where('action', '=', 'event_phone_limit_changed')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { before: 6, after: 2 },
    { before: 2, after: null },
  ])
})
