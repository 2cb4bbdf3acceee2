import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildEvent } from './build.ts'
import { type Heard, walkSessions } from './dialled-crowd.ts'
import { keepStage } from './stage.ts'

const SESSIONS = 40
const CAPACITY = 25

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })

async function post(fields: Record<string, string>): Promise<string> {
  const answer = await stage.app.inject({
    method: 'POST',
    url: `/cb/u/${stage.env.ussdToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.body
}

// spec: ussd-crowd
test('40 concurrent sessions that post each turn twice all get replies, and sell no ticket twice', async () => {
  const event = await buildEvent(stage.db, { types: [{ name: 'Terrace', capacity: CAPACITY }] })
  const row = stage.db.selectFrom('event').where('id', '=', event.id)
  const { dial_code } = await row.select('dial_code').executeTakeFirstOrThrow()
  const code = String(dial_code)
  const heard: Heard = await walkSessions({
    count: SESSIONS,
    code,
    post,
    think: () => setImmediate(),
    isRepeated: true,
  })
  expect(heard.strange).toEqual([])
  expect(heard.prompted).toHaveLength(CAPACITY)
  expect(heard.soldOut).toBe(SESSIONS - CAPACITY)
  const { held, sold } = await stage.db
    .selectFrom('ticket_type')
    .select(['held', 'sold'])
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  expect([held, sold]).toEqual([CAPACITY, 0])
  const orders = await stage.db
    .selectFrom('order')
    .select('phone')
    .where('event_id', '=', event.id)
    .execute()
  expect(orders.map(({ phone }) => phone).sort()).toEqual(heard.prompted.sort())
})
