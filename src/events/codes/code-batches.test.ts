import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { readAudit } from '../../../test/event-audit.ts'
import type { Account } from '../../../test/gate.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let owner: Account
let event: BuiltEvent

beforeAll(async () => {
  owner = await buildAccount(stage)
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { organizerId: owner.id })
})

const path = (rest = '') => `/api/events/${event.id}/promo_codes${rest}`
const add = (changes: object) =>
  callAs(stage, owner, `POST ${path()}`, {
    ...{ code: 'Rafiki 20', kind: 'percent', value: 20 },
    ...changes,
  })
const list = async () => (await callAs(stage, owner, `GET ${path()}`)).body

const lastAudit = async () => (await readAudit(stage, event)).at(-1)

// spec: promo-code-batch
describe('many codes at once', () => {
  const make = (changes: object = {}) =>
    callAs(stage, owner, `POST /api/events/${event.id}/promo_code_batches`, {
      ...{ nonce: randomUUID(), count: 300, kind: 'price', value: 500 },
      ...changes,
    })

  test('are for one ticket each, with random texts and eight digits, and one row of the list', async () => {
    const { status, body } = await make()
    expect(status).toBe(201)
    const rows = await stage.db
      .selectFrom('promo_code as c')
      .innerJoin('sale_limit as l', 'l.id', 'c.id')
      .select(['c.code', 'c.code_fold', 'c.digits', 'l.capacity'])
      .where('c.event_id', '=', event.id)
      .execute()
    expect(rows).toHaveLength(300)
    expect(new Set(rows.map(({ digits }) => digits)).size).toBe(300)
    for (const { code, code_fold, digits, capacity } of rows) {
      expect([code_fold, capacity]).toEqual([code, 1])
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
      expect(digits).toMatch(/^\d{8}$/)
    }
    const { data, batches } = await list()
    expect(data).toEqual([])
    expect(batches).toMatchObject([
      { ...{ id: body.id, count: 300, kind: 'price', value: 500, used: 0 }, ended_at: null },
    ])
  })

  test('are made once, however often the request is sent', async () => {
    const nonce = randomUUID()
    const [one, other] = await Promise.all([make({ nonce }), make({ nonce })])
    expect(other.body).toEqual(one.body)
    expect((await list()).batches).toMatchObject([{ count: 300 }])
  })

  test('end together', async () => {
    const { body } = await make({ count: 5 })
    await callAs(stage, owner, `POST ${path(`/${body.id}/end`)}`)
    const { batches } = await list()
    expect(batches[0].ended_at).not.toBeNull()
    expect(await lastAudit()).toMatchObject({
      action: 'promo_codes_ended',
      after: { codes: 5 },
    })
  })

  test('are from 1 to 5,000', async () => {
    for (const count of [0, 5001]) {
      const { status, body } = await make({ count })
      expect([status, body.code, body.field]).toEqual([422, 'invalid_field', 'count'])
    }
    expect((await make({ count: 5000 })).body).toMatchObject({ count: 5000 })
  })

  test('are in a file with what to dial, the link and what they do', async () => {
    expect((await add({ code: '=SUM' })).status).toBe(422)
    await add({ max_tickets: 7 })
    await make({ count: 2, ends_at: '2090-01-02T09:00:00Z' })
    const answer = await stage.app.inject({ url: path('.csv'), headers: owner.headers })
    expect(answer.headers['x-total-rows']).toBe('3')
    expect(answer.headers['cache-control']).toBe('no-store')
    const [heading, first, , last] = answer.body.split('\r\n')
    expect(heading).toBe(
      '\uFEFFCode,Dial,Link,What It Does,Used,Pending,Maximum,Revenue,Until,Seller,Made At,Ended At',
    )
    const link = `${stage.env.publicOrigin}/event/${event.id}\\?code=\\1`
    expect(first).toMatch(
      new RegExp(
        `^(\\w{8}),\\*265\\*25\\*\\d+\\*\\d{8}#,${link},KES 500 a ticket,0,0,1,0,2090-01-02 12:00:00,,`,
      ),
    )
    expect(last).toMatch(/^RAFIKI-20,.*,20% off,0,0,7,0,,,/)
    expect(await lastAudit()).toMatchObject({
      action: 'promo_codes_exported',
      after: { rows: 3 },
    })
  })
})
