import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CHOICES,
  changeTypes,
  draftOf,
  type Editor,
  makeTrusted,
  openOffice,
  publishedOf,
  typeNamed,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const { standard: STANDARD, free: FREE, zero: ZERO } = CHOICES

const refusal = (...names: string[]) => ({
  status: 409,
  body: { code: 'price_zero', types: names.map((name) => ({ name })) },
})

// spec: zero-price-question
describe('a type at 0 that is not ticked as free', () => {
  test('is saved in a draft, and asked about when the draft is sent in', async () => {
    const event = await draftOf(organizer, {
      ticket_types: [STANDARD, ZERO, { ...ZERO, name: 'Baby' }],
    })
    const refused = await organizer.act(event.id, 'send_in')
    expect(refused).toMatchObject(refusal('Child', 'Baby'))
    expect(refused.body).toMatchObject({
      error: 'Child and Baby cost KES 0. Free, or was the price forgotten?',
      field: 'ticket_types.1.price',
    })
    expect((await organizer.read(event.id)).review).toBeUndefined()
    const sent = await organizer.act(event.id, 'send_in', { zero_prices: 'kept' })
    expect(sent).toMatchObject({ status: 200, body: { review: { state: 'sent' } } })
    expect(typeNamed(sent.body, 'Child')).not.toHaveProperty('is_free')
  })

  test('is asked about again when an admin approves the draft, and ticked by the answer', async () => {
    const { id } = await draftOf(organizer, { ticket_types: [STANDARD, ZERO] })
    await organizer.act(id, 'send_in', { zero_prices: 'kept' })
    const { updated_at, host } = await admin.read(id)
    const read = { updated_at, page_version: host.version }
    expect(await admin.act(id, 'approve', read)).toMatchObject(refusal('Child'))
    const approved = await admin.act(id, 'approve', { ...read, zero_prices: 'free' })
    expect(approved).toMatchObject({ status: 200, body: { is_published: true } })
    expect(typeNamed(approved.body, 'Child')).toMatchObject({ is_free: true, price: 0 })
    expect(typeNamed(approved.body, 'Standard')).not.toHaveProperty('is_free')
    expect(await admin.audit(id)).toContainEqual([
      'ticket_type_price_changed',
      expect.stringContaining('Child'),
      0,
      'free',
    ])
  })

  test('is asked about when an organizer publishes alone, and when an admin publishes', async () => {
    const trusted = await makeTrusted(stage, admin)
    const own = await draftOf(trusted, { ticket_types: [ZERO] })
    expect(await trusted.act(own.id, 'send_in')).toMatchObject(refusal('Child'))
    const published = await trusted.act(own.id, 'send_in', { zero_prices: 'free' })
    expect(published).toMatchObject({ status: 200, body: { is_published: true } })
    expect(typeNamed(published.body, 'Child')).toMatchObject({ is_free: true })

    const { id, updated_at } = await draftOf(admin, { ticket_types: [STANDARD, ZERO] })
    const turn = { updated_at, is_published: true }
    expect(await admin.save(id, turn)).toMatchObject(refusal('Child'))
    expect(await admin.save(id, { ...turn, zero_prices: 'kept' })).toMatchObject({ status: 200 })
    const image = await admin.picture()
    const created = {
      title: 'X',
      date: '2027-03-14',
      time: '15:30',
      location: 'Y',
      price: 0,
      image,
    }
    const body = { ...created, is_published: true, ticket_types: [ZERO] }
    expect(await admin.create(body)).toMatchObject(refusal('Child'))
    expect(await admin.create({ ...body, zero_prices: 'free' })).toMatchObject({
      status: 201,
      body: { ticket_types: [{ is_free: true }] },
    })
  })

  test('is asked about in a published event only if it is new or was lowered to 0', async () => {
    const more = { ticket_types: [STANDARD, ZERO, FREE], zero_prices: 'kept' }
    const { id } = await draftOf(admin, { ...more, is_published: true })
    const other = { Standard: { quantity: 90 } }
    expect(await changeTypes(admin, { id }, other)).toMatchObject({ status: 200 })
    expect(await changeTypes(admin, { id }, { Standard: { price: 0 } })).toMatchObject(
      refusal('Standard'),
    )
    expect(await changeTypes(admin, { id }, { Students: { is_free: false } })).toMatchObject(
      refusal('Students'),
    )
    const { updated_at, ticket_types } = await admin.read(id)
    const added = { updated_at, ticket_types: [...ticket_types, { ...ZERO, name: 'Baby' }] }
    expect(await admin.save(id, added)).toMatchObject(refusal('Baby'))
    const saved = await admin.save(id, { ...added, zero_prices: 'free' })
    expect(typeNamed(saved.body, 'Baby')).toMatchObject({ is_free: true })
    expect(typeNamed(saved.body, 'Child')).not.toHaveProperty('is_free')
  })

  test('is asked about when a change with it is sent in, and when the change is approved', async () => {
    const event = await publishedOf(admin, organizer, { ticket_types: [STANDARD] })
    const lowered = { Standard: { price: 0 } }
    expect(await changeTypes(organizer, event, lowered)).toMatchObject(refusal('Standard'))
    const kept = await changeTypes(organizer, event, lowered, { zero_prices: 'kept' })
    expect(kept.body.review).toMatchObject({
      state: 'sent',
      change: { ticket_types: [{ price: 0 }] },
    })
    // A later save of the form with the same change does not need `zero_prices` again.
    expect(await changeTypes(organizer, event, lowered, { description: 'Other' })).toMatchObject({
      status: 200,
    })
    const { updated_at, host } = await admin.read(event.id)
    const read = { updated_at, page_version: host.version }
    expect(await admin.act(event.id, 'approve', read)).toMatchObject(refusal('Standard'))
    const approved = await admin.act(event.id, 'approve', { ...read, zero_prices: 'free' })
    expect(typeNamed(approved.body, 'Standard')).toMatchObject({ is_free: true, price: 0 })
  })

  test('is free in a change that is sent in with this answer', async () => {
    const event = await publishedOf(admin, organizer, { ticket_types: [STANDARD] })
    const sent = await changeTypes(
      organizer,
      event,
      { Standard: { price: 0 } },
      { zero_prices: 'free' },
    )
    expect(sent.body.review).toMatchObject({
      change: { ticket_types: [{ price: 0, is_free: true }] },
      changes: [{ what: 'Standard: price', before: 'KES 500', after: 'free' }],
    })
    const { updated_at } = await admin.read(event.id)
    const approved = await admin.approve(event.id, updated_at)
    expect(typeNamed(approved.body, 'Standard')).toMatchObject({ is_free: true })
  })
})
