// spec: event-payout-release, event-money-held
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import {
  draftOf,
  type Editor,
  makeTrusted,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import { prompted } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'
import { newDraft } from '../editing/event-draft.rules.ts'
import { salesEndOf } from '../sales.rules.ts'
import { moneyOf } from './payout-release.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice({ MONEY_HELD_BY: 'Lango Trust' }))
})
afterAll(() => stage.close())

const AFTER = { payout_release: 'after_event' }
const ANY = { payout_release: 'any_time' }
const FIXED = { status: 409, body: { code: 'payout_release_fixed', field: 'payout_release' } }

const save = async (id: string, change: object, by = admin) => {
  const { updated_at } = await by.read(id)
  return await by.save(id, { updated_at, ...change })
}

const TYPES = [{ name: 'Standard', price: 1500, quantity: 50 }]
const published = (title: string, body: object, by = organizer) =>
  publishedOf(admin, by, { title, ticket_types: TYPES, ...body })

/** Places an order that is not paid. */
async function order({ id, ticket_types }: { id: string; ticket_types: { id: string }[] }) {
  const types = ticket_types.map((type) => ({ id: type.id, price: 1500 }))
  await prompted(stage, { id, title: '', types })
}

describe('the payout plan of an event', () => {
  test('is proposed as after the event by the form, and is at any time if a client names none', async () => {
    expect(newDraft().payout_release).toBe('after_event')
    expect(await draftOf(admin)).toMatchObject(ANY)
    const event = await draftOf(admin, AFTER)
    expect(event).toMatchObject(AFTER)
    const { body } = await admin.call('POST', `/api/events/${event.id}/duplicate`)
    expect(body).toMatchObject(AFTER)
    for (const { id } of [event, body]) {
      expect(await admin.audit(id)).toContainEqual([
        'event_payout_release_changed',
        event.title,
        null,
        'after the event',
      ])
    }
  })

  test.each([['later'], [''], [true], [null]])('is refused as %j', async (payout_release) => {
    const { id } = await draftOf(admin)
    const refused = await save(id, { payout_release })
    expect(refused).toMatchObject({ status: 422, body: { field: 'payout_release' } })
  })

  test('changes both ways until the first order, and afterwards becomes safer only, for admins too', async () => {
    const event = await published('Planned', AFTER)
    expect(await save(event.id, ANY)).toMatchObject({ status: 200, body: ANY })
    await order(event)
    expect(await save(event.id, AFTER)).toMatchObject({ status: 200, body: AFTER })
    expect(await save(event.id, ANY)).toMatchObject(FIXED)
    expect(await save(event.id, { ...AFTER, max_per_phone: 7 })).toMatchObject({ status: 200 })
    expect(await admin.audit(event.id)).toContainEqual([
      'event_payout_release_changed',
      'Planned',
      'at any time',
      'after the event',
    ])
  })

  test('of a published event becomes safer at once, and looser after an admin approves', async () => {
    const event = await published('Asked', {})
    const safer = await save(event.id, AFTER, organizer)
    expect(safer).toMatchObject({ status: 200, body: AFTER })
    expect(safer.body.review).toBeUndefined()
    const looser = await save(event.id, ANY, organizer)
    expect(looser.body).toMatchObject({ ...AFTER, review: { state: 'sent', change: ANY } })
    expect(looser.body.review.changes).toEqual([
      { what: 'Payouts', before: 'after the event', after: 'at any time' },
    ])
    const approved = await admin.approve(event.id, looser.body.updated_at)
    expect(approved).toMatchObject({ status: 200, body: ANY })
  })

  test('is not made looser by an approval after the first order', async () => {
    const event = await published('Sold since', AFTER)
    const { body } = await save(event.id, ANY, organizer)
    await order(event)
    expect(await admin.approve(event.id, body.updated_at)).toMatchObject(FIXED)
    expect((await admin.read(event.id)).payout_release).toBe('after_event')
  })

  test('of an organizer who publishes alone changes at once', async () => {
    const trusted = await makeTrusted(stage, admin)
    const event = await published('Alone', AFTER, trusted)
    const saved = await save(event.id, ANY, trusted)
    expect(saved).toMatchObject({ status: 200, body: ANY })
    expect(saved.body.review).toBeUndefined()
  })

  test('of a draft is what its organizer chooses', async () => {
    const draft = await draftOf(organizer, { title: 'Draft', ...AFTER })
    expect(await save(draft.id, ANY, organizer)).toMatchObject({ status: 200, body: ANY })
  })
})

describe('the public reply of an event', () => {
  const DATE = '2027-03-14'
  const held_until = new Date(salesEndOf(DATE)).toISOString()

  async function build(spec: Parameters<typeof buildEvent>[1] = {}) {
    const event = await buildEvent(stage.db, { date: DATE, ...spec })
    await stage.db.updateTable('event').set(AFTER).where('id', '=', event.id).execute()
    return event
  }
  const read = async (id: string) =>
    (await stage.app.inject({ method: 'GET', url: `/api/events/${id}` })).json()

  test('says until when its money is held, and says no plan', async () => {
    const reply = await read((await build()).id)
    expect(reply.money).toEqual({ held_until })
    expect(held_until).toBe('2027-03-15T03:00:00.000Z')
    expect(reply.payout_release).toBeUndefined()
  })

  test.each([
    ['cancelled', { cancelled: true }],
    ['sold out', { soldOut: true }],
    ['free', { types: [{ isFree: true }] }],
    ['without a type that is shown', { types: [{ isHidden: true }] }],
    ['over', { date: '2026-01-10' }],
  ])('of an event that is %s says nothing about money', async (_, spec) => {
    expect((await read((await build(spec)).id)).money).toBeUndefined()
  })

  test('of an event whose buyers choose the price from 0 says it', async () => {
    const { id } = await build({ types: [{ lowest: 0 }] })
    expect((await read(id)).money).toEqual({ held_until })
  })

  test('of an event that pays out at any time says nothing about money', async () => {
    expect((await read((await buildEvent(stage.db, { date: DATE })).id)).money).toBeUndefined()
  })

  test('says nothing about money where no operator has said who holds it', () => {
    const event = { ticket_types: [{ price: 100 }], sales_open: true } as never
    const times = { heldUntil: new Date(held_until), now: stage.clock.now() }
    expect(moneyOf({ moneyHeldBy: 'Lango Trust' }, event, times)).toEqual({ money: { held_until } })
    expect(moneyOf({ moneyHeldBy: null }, event, times)).toEqual({})
  })
})
