import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, buildSeller } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { readAudit } from '../../../test/event-audit.ts'
import type { Account } from '../../../test/gate.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { buildTeam } from '../../../test/team.ts'

const HOUR_MS = 3_600_000

const stage = keepStage()
let owner: Account
let event: BuiltEvent

beforeAll(async () => {
  owner = await buildAccount(stage)
})
beforeEach(async () => {
  event = await buildEvent(stage.db, {
    organizerId: owner.id,
    types: [
      { name: 'Standard', price: 1000 },
      { name: 'Press', price: 300, isHidden: true },
    ],
  })
})

const rafiki = { code: 'Rafiki 20', kind: 'percent', value: 20 }
const path = (rest = '') => `/api/events/${event.id}/promo_codes${rest}`
const add = (changes: object = {}, by = owner) =>
  callAs(stage, by, `POST ${path()}`, { ...rafiki, ...changes })
const list = async (by = owner) => (await callAs(stage, by, `GET ${path()}`)).body
const inAnHour = () => new Date(stage.clock.now().getTime() + HOUR_MS).toISOString()

async function refusal(answer: ReturnType<typeof add>) {
  const { status, body } = await answer
  return [status, body.code, body.field]
}

// spec: promo-code-made
describe('a code for many buyers', () => {
  test('is in the list with its link, four digits to dial and what it does', async () => {
    const { status, body } = await add({ max_tickets: 50, max_per_phone: 2, ends_at: inAnHour() })
    expect(status).toBe(201)
    expect(body.digits).toMatch(/^\d{4}$/)
    const { dial_code } = (await stage.app.inject(`/api/events/${event.id}`)).json()
    const { data, batches } = await list()
    expect(batches).toEqual([])
    expect(data).toMatchObject([
      {
        ...{ id: body.id, code: 'RAFIKI-20', kind: 'percent', percent: 20, digits: body.digits },
        dial: `*265*25*${dial_code}*${body.digits}#`,
        link: `${stage.env.publicOrigin}/event/${event.id}?code=RAFIKI-20`,
        ...{ ticket_type_ids: null, max_tickets: 50, max_per_phone: 2, ended_at: null },
        ...{ used: 0, held: 0, revenue: 0, seller: null },
      },
    ])
    expect(await readAudit(stage, event)).toMatchObject([
      { action: 'promo_code_added', after: { code: 'RAFIKI-20', kind: 'percent', value: 20 } },
    ])
  })

  test('has no number to dial before the event is published', async () => {
    event = await buildEvent(stage.db, { organizerId: owner.id, published: false })
    await add()
    expect((await list()).data).toMatchObject([{ dial: null }])
  })

  test('can be bought with at once, and shows what was sold with it', async () => {
    await add({ max_tickets: 3 })
    const [ticketTypeId, amount] = [event.types[0]!.id, 1600]
    const tickets = [{ ticketTypeId, quantity: 2, amount }]
    const order = { amount, tickets, promo_code: 'rafiki-20' }
    const held = await prompted(stage, event, [2], order)
    expect((await list()).data).toMatchObject([{ held: 2, used: 0, revenue: 0 }])
    await pay(stage, held, newReceipt())
    expect((await list()).data).toMatchObject([{ held: 0, used: 2, revenue: 1600 }])
  })
})

// spec: promo-code-terms
test.each([
  ['percent', 0, 'value'],
  ['percent', 101, 'value'],
  ['percent', 2.5, 'value'],
  ['percent', null, 'value'],
  ['amount', 0, 'value'],
  ['amount', 99.5, 'value'],
  ['price', -1, 'value'],
  ['price', 1_000_001, 'value'],
  ['access', 5, 'ticket_type_ids'],
  ['access', null, 'ticket_type_ids'],
])('a code of kind %s with the value %s is refused', async (kind, value, field) => {
  expect(await refusal(add({ kind, value }))).toEqual([422, 'invalid_field', field])
})

// spec: promo-code-terms
test.each([
  ['percent', 1],
  ['percent', 100],
  ['amount', 1],
  ['price', 0],
])('a code of kind %s may have the value %s', async (kind, value) => {
  expect((await add({ kind, value })).status).toBe(201)
})

// spec: promo-code-terms
test('a code is for types of its event, ends in the future and has a seller of its event', async () => {
  const other = await buildEvent(stage.db)
  const stranger = await buildSeller(stage.db, other, { number: 31 })
  const start = new Date(stage.clock.now().getTime() + 2 * HOUR_MS).toISOString()
  const refused = [
    [{ ticket_type_ids: [other.types[0]!.id] }, 'ticket_type_ids'],
    [{ ticket_type_ids: ['x'] }, 'ticket_type_ids'],
    [{ ticket_type_ids: [] }, 'ticket_type_ids'],
    [{ seller_id: stranger.id }, 'seller_id'],
    [{ seller_id: 'x' }, 'seller_id'],
    [{ ends_at: stage.clock.now().toISOString() }, 'ends_at'],
    [{ ends_at: 'tomorrow' }, 'ends_at'],
    [{ starts_at: start, ends_at: inAnHour() }, 'ends_at'],
    [{ max_tickets: 0 }, 'max_tickets'],
    [{ max_per_phone: 0 }, 'max_per_phone'],
    [{ code: 'AB' }, 'code'],
    [{ code: '***' }, 'code'],
    [{ code: 'ÉTÉ-2026' }, 'code'],
    [{ code: 'x'.repeat(21) }, 'code'],
  ] as const
  for (const [changes, field] of refused) {
    expect(await refusal(add(changes)), JSON.stringify(changes)).toEqual([
      ...[422, 'invalid_field', field],
    ])
  }
  const own = await buildSeller(stage.db, event, { number: 32, name: 'Achieng' })
  expect((await add({ seller_id: own.id })).status).toBe(201)
  expect((await list()).data).toMatchObject([{ seller: { number: 32, name: 'Achieng' } }])
})

// spec: promo-code-digits
describe('the digits of a code', () => {
  test('are eight if the code is for one ticket or unlocks hidden types', async () => {
    const typeIds = { ticket_type_ids: [event.types[1]!.id] }
    const access = await add({ code: 'MEDIA', kind: 'access', value: null, ...typeIds })
    expect(access.body.digits).toMatch(/^\d{8}$/)
    expect((await add({ code: 'ONCE', max_tickets: 1 })).body.digits).toMatch(/^\d{8}$/)
  })

  test.each([
    ['percent', 100, undefined, 8],
    ['percent', 99, undefined, 4],
    ['price', 0, undefined, 8],
    ['price', 1, undefined, 4],
    ['amount', 999, undefined, 4],
    ['amount', 1000, 0, 8],
    ['percent', 20, 1, 8],
  ])(
    'of %s %d for the type %s are as many as its tickets are worth',
    async (kind, value, type, length) => {
      const steps = [{ name: 'Early', price: 600 }]
      if (value === 600) {
        event = await buildEvent(stage.db, {
          organizerId: owner.id,
          types: [{ price: 1000, steps }],
        })
      }
      const ids = type === undefined ? null : [event.types[type]!.id]
      const terms = { kind, value, ticket_type_ids: ids }
      const { body } = await add({ code: 'FIRST', ...terms })
      expect(body.digits).toMatch(new RegExp(`^\\d{${length}}$`))
      const wrong = length === 4 ? '12345678' : '1234'
      expect(await refusal(add({ code: wrong, ...terms }))).toEqual([422, 'invalid_field', 'code'])
      expect((await add({ code: wrong === '1234' ? '12345678' : '1234', ...terms })).status).toBe(
        201,
      )
    },
  )

  test('are the code itself if it has digits only, and then their number must be right', async () => {
    expect((await add({ code: '4471' })).body.digits).toBe('4471')
    expect(await refusal(add({ code: '44712' }))).toEqual([422, 'invalid_field', 'code'])
    expect(await refusal(add({ code: '4472', max_tickets: 1 }))).toEqual([
      ...[422, 'invalid_field', 'code'],
    ])
    const once = await add({ code: '4471-2345', max_tickets: 1 })
    expect(once.body.digits).toBe('44712345')
    expect((await list()).data[0]).toMatchObject({ code: '44712345', digits: '44712345' })
  })

  test('are not those of another code of the event', async () => {
    const { body } = await add({ code: 'FIRST' })
    expect(await refusal(add({ code: body.digits }))).toEqual([409, 'duplicate', 'code'])
  })
})

// spec: promo-code-duplicate
test('a code that the event has, or that reads alike, is refused, also after it has ended', async () => {
  const { body } = await add({ code: 'OIL-20' })
  for (const code of ['OIL-20', 'oil20', '0IL 20', 'O1L-2O']) {
    expect(await refusal(add({ code })), code).toEqual([409, 'duplicate', 'code'])
  }
  await callAs(stage, owner, `POST ${path(`/${body.id}/end`)}`)
  expect(await refusal(add({ code: 'OIL-20' }))).toEqual([409, 'duplicate', 'code'])
})

// spec: promo-code-duplicate
test('of requests at the same time for one code, one makes it', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => add({ code: 'ONE-4-ALL' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await list()).data).toHaveLength(1)
})

// spec: promo-code-end
describe('a code that ends', () => {
  test('stays in the list, ends once, and is not valid from then on', async () => {
    const { body } = await add()
    const end = () => callAs(stage, owner, `POST ${path(`/${body.id}/end`)}`)
    expect((await end()).status).toBe(200)
    const [code] = (await list()).data
    expect(code.ended_at).not.toBeNull()
    stage.pass(1000)
    expect((await end()).status).toBe(200)
    expect((await list()).data).toEqual([code])
    const actions = (await readAudit(stage, event)).map(({ action }) => action)
    expect(actions).toEqual(['promo_code_added', 'promo_code_ended'])
    const shown = await stage.app.inject(`/api/events/${event.id}?code=rafiki20`)
    expect(shown.json().promo).toBeNull()
  })

  test('is of this event', async () => {
    const { body } = await add()
    const other = await buildEvent(stage.db, { organizerId: owner.id })
    const call = `POST /api/events/${other.id}/promo_codes/${body.id}/end`
    expect((await callAs(stage, owner, call)).status).toBe(404)
  })
})

// spec: promo-code-change
describe('a change of a code', () => {
  const change = (id: string, changes: object) =>
    callAs(stage, owner, `PUT ${path(`/${id}`)}`, changes)

  test('sets its maximum and its end, and is in the audit log', async () => {
    const { body } = await add({ max_tickets: 5 })
    const ends_at = inAnHour()
    expect((await change(body.id, { max_tickets: 9, ends_at })).status).toBe(200)
    expect((await list()).data).toMatchObject([{ max_tickets: 9, ends_at, max_per_phone: null }])
    expect((await change(body.id, { max_tickets: null })).status).toBe(200)
    expect((await list()).data).toMatchObject([{ max_tickets: null, ends_at }])
    expect((await readAudit(stage, event))[1]).toMatchObject({
      action: 'promo_code_changed',
      before: { code: 'RAFIKI-20', tickets: 5 },
      after: { tickets: 9 },
    })
  })

  test('does not lower the maximum below the tickets sold and pending', async () => {
    const { body } = await add({ max_tickets: 9 })
    const stock = { held: 2, sold: 3 }
    await stage.db.updateTable('sale_limit').set(stock).where('id', '=', body.id).execute()
    expect(await refusal(change(body.id, { max_tickets: 4 }))).toEqual([
      ...[409, 'below_sold', 'max_tickets'],
    ])
    expect((await change(body.id, { max_tickets: 5 })).status).toBe(200)
  })

  test('of a code with four digits cannot make it a code for one ticket', async () => {
    const { body } = await add()
    expect(await refusal(change(body.id, { max_tickets: 1 }))).toEqual([
      ...[422, 'invalid_field', 'max_tickets'],
    ])
  })
})

// spec: promo-code-roles
test('a promoter sees the figures of codes but no code, and cannot change them or download the file', async () => {
  const { editor, promoter } = await buildTeam(stage, owner.id)
  expect((await add({}, editor)).status).toBe(201)
  const hidden = { code: null, digits: null, dial: null, link: null }
  const [shown] = (await list(editor)).data
  expect(shown.code).toBe('RAFIKI-20')
  expect((await list(promoter)).data).toEqual([{ ...shown, ...hidden }])
  expect((await add({ code: 'MINE' }, promoter)).status).toBe(403)
  const answer = await stage.app.inject({ url: path('.csv'), headers: promoter.headers })
  expect(answer.statusCode).toBe(403)
})
