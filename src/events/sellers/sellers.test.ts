// spec: sellers, seller-visits
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { readAudit } from '../../../test/event-audit.ts'
import type { Account } from '../../../test/gate.ts'
import { place } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { buildTeam } from '../../../test/team.ts'

const stage = keepStage()
let owner: Account
let event: BuiltEvent

beforeAll(async () => {
  owner = await buildAccount(stage)
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { organizerId: owner.id })
})

const achieng = { name: 'Achieng', phone: '0712 345 678', number: 27, kind: 'percent', value: 7.25 }

const add = (changes: object = {}, by: Account = owner) =>
  callAs(stage, by, `POST /api/events/${event.id}/sellers`, { ...achieng, ...changes })
const list = async (by: Account = owner) =>
  (await callAs(stage, by, `GET /api/events/${event.id}/sellers`)).body
const end = (id: string, by: Account = owner) =>
  callAs(stage, by, `POST /api/events/${event.id}/sellers/${id}/end`)

const auditActions = async () => {
  const rows = await readAudit(stage, event)
  return rows.map(({ action, before, after }) => [action, before ?? after])
}

describe('a seller', () => {
  test('has a name, a phone, a number, a commission and a link', async () => {
    const { status, body } = await add({ name: ' Achieng\n  Otieno ' })
    expect(status).toBe(201)
    const seller = {
      ...{ id: body.id, name: 'Achieng Otieno', phone: '254712345678', number: 27 },
      ...{ kind: 'percent', value: 7.25, ended_at: null },
      url: `${stage.env.publicOrigin}/event/${event.id}?seller=27`,
    }
    expect(body).toEqual(seller)
    await add({ number: 10, kind: 'per_ticket', value: 50 })
    const none = { visits: 0, orders: 0, tickets: 0, paid: 0, inside: 0, refunded: 0, owed: 0 }
    const { data, next_number } = await list()
    expect(data).toMatchObject([
      { number: 10, kind: 'per_ticket', value: 50 },
      { ...seller, ...none },
    ])
    expect(next_number).toBe(11)
    expect(await auditActions()).toEqual([
      ['seller_added', { number: 27, percent: 7.25 }],
      ['seller_added', { number: 10, per_ticket: 50 }],
    ])
  })

  test('has a number that no other seller of the event has or had', async () => {
    const { body: first } = await add({ number: 10 })
    await end(first.id)
    const { status, body } = await add({ number: 10 })
    expect([status, body]).toEqual([
      409,
      {
        error: 'A seller of this event has or had the number 10. The next free number is 11.',
        ...{ code: 'duplicate', field: 'number', next_number: 11 },
      },
    ])
    const both = await Promise.all([add({ number: 44 }), add({ number: 44 })])
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409])
    event = await buildEvent(stage.db, { organizerId: owner.id })
    expect((await add({ number: 10 })).status).toBe(201)
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ phone: '0812345678' }, 'phone'],
    [{ number: 9 }, 'number'],
    [{ number: 100 }, 'number'],
    [{ value: 100.01 }, 'value'],
    [{ value: 7.255 }, 'value'],
    [{ value: -1 }, 'value'],
    [{ kind: 'per_ticket', value: 49.5 }, 'value'],
    [{ kind: 'per_ticket', value: 1_000_001 }, 'value'],
  ])('is refused with the field if it is wrong: %o', async (changes, field) => {
    const { status, body } = await add(changes)
    expect([status, body.field]).toEqual([422, field])
    expect((await list()).data).toEqual([])
  })

  test('who has ended stays in the list, and later orders have no seller', async () => {
    const { body: seller } = await add()
    const buy = async () => {
      const order = await place(stage, event, [1], { seller: 27 })
      return await stage.db
        .selectFrom('order_source')
        .select('basis_points')
        .where('order_id', '=', order.orderId!)
        .executeTakeFirst()
    }
    expect(await buy()).toEqual({ basis_points: 725 })
    const ended = await end(seller.id)
    expect([ended.status, ended.body]).toEqual([200, { ...seller, ended_at: expect.any(String) }])
    expect((await end(seller.id)).body).toEqual(ended.body)
    expect((await list()).data).toMatchObject([{ number: 27, ended_at: expect.any(String) }])
    expect(await buy()).toBeUndefined()
    expect((await auditActions()).map(([action]) => action)).toEqual([
      'seller_added',
      'seller_ended',
    ])
  })

  test('of another event is not found', async () => {
    const { body: seller } = await add()
    event = await buildEvent(stage.db, { organizerId: owner.id })
    expect((await end(seller.id)).status).toBe(404)
  })

  test('is changed by editors alone; promoters see a short phone number', async () => {
    const { editor, promoter } = await buildTeam(stage, owner.id)
    const { body: seller } = await add({}, editor)
    expect((await add({ number: 28 }, promoter)).status).toBe(403)
    expect((await end(seller.id, promoter)).status).toBe(403)
    expect((await list(editor)).data[0].phone).toBe('254712345678')
    expect((await list(promoter)).data[0].phone).toBe('07•• ••• 678')
    const stranger = await buildAccount(stage)
    expect((await add({ number: 28 }, stranger)).status).toBe(404)
  })
})

test('a copy of an event has no sellers', async () => {
  await add()
  const { body: copy } = await callAs(stage, owner, `POST /api/events/${event.id}/duplicate`)
  const { body } = await callAs(stage, owner, `GET /api/events/${copy.id}/sellers`)
  expect(body).toEqual({ data: [], next_number: 10 })
})

describe('a visit', () => {
  const visit = async (seller: unknown, eventId = event.id, remoteAddress = '41.90.1.1') => {
    const url = `/api/events/${eventId}/visits`
    const answer = await stage.app.inject({
      ...{ method: 'POST', url, payload: { seller }, remoteAddress },
    })
    return answer.statusCode
  }
  const visits = async () => (await list()).data.map((seller: { visits: number }) => seller.visits)

  test('by the link of a seller is counted; unknown sellers and events are ignored', async () => {
    const { body: seller } = await add()
    expect(await Promise.all([27, 27, 28, 0, 1e9].map((number) => visit(number)))).toEqual([
      ...[204, 204, 204, 204, 204],
    ])
    expect([await visit(27, 'x'), await visit(27, newPhone())]).toEqual([204, 204])
    expect(await visit('27')).toBe(422)
    expect(await visits()).toEqual([2])
    await end(seller.id)
    expect(await visit(27)).toBe(204)
    expect(await visits()).toEqual([2])
  })

  test('to a draft is not counted', async () => {
    await add()
    await stage.db
      .updateTable('event')
      .set({ is_published: false })
      .where('id', '=', event.id)
      .execute()
    expect(await visit(27)).toBe(204)
    expect(await visits()).toEqual([0])
  })

  test('above the limit of an address is not counted, and other addresses are', async () => {
    await add()
    const flood = '41.90.1.2'
    for (let at = 0; at < 301; at++) expect(await visit(27, event.id, flood)).toBe(204)
    expect(await visits()).toEqual([300])
    expect(await visit(27)).toBe(204)
    expect(await visits()).toEqual([301])
  })
})
