// spec: gates-never-both
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { pay, prompted, readOrder } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { changeOrderState, lockOrder } from '../orders/orders.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { checkInTicket } from './check-in-ticket.ts'
import type { CheckInReply } from './checkin.contract.ts'

const GATES = 40
/** Matches the lock that lockTicket takes. */
const TICKET_LOCK = /for no key update of "k"$/
/** Matches the condition that countAdmitted checks after the lock. */
const STILL_VALID = / and state = 'valid'$/

let stage: Stage
let event: BuiltEvent
let headers: Record<string, string>
let viewer: Viewer

beforeEach(async () => {
  stage = await makeStage()
  const account = await buildAccount(stage)
  headers = account.headers
  viewer = account.viewer
  event = await buildEvent(stage.db, { types: [{ maxPerOrder: 31 }] })
  await stage.db.updateTable('event').set({ organizer_id: account.id }).execute()
})
afterEach(() => stage.close())

const withoutChecks = () =>
  sql`alter table ticket drop constraint ticket__admitted, drop constraint ticket__used`.execute(
    stage.db,
  )

async function buy(people: number) {
  const order = await prompted(stage, event, [people])
  await pay(stage, order, 'UKR0000001')
  const { body } = await readOrder(stage, order.orderId)
  const number: string = body.transaction.tickets[0].ticket_number
  return { orderId: order.orderId, number }
}

/** Sends each request over its own TCP connection. */
async function askAll(bodies: object[]): Promise<CheckInReply[]> {
  if (!stage.app.server.listening) await stage.app.listen({ port: 0, host: '127.0.0.1' })
  const address = stage.app.listeningOrigin
  return await Promise.all(
    bodies.map(async (body) => {
      const answer = await fetch(`${address}/api/check_ins`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ event_id: event.id, ...body }),
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as CheckInReply
    }),
  )
}

const admitted = (replies: { admits: number }[]) =>
  replies.reduce((sum, reply) => sum + reply.admits, 0)

/**
 * Sends requests from four gates while a test transaction locks the ticket, so that they continue
 * at the same moment. Returns how many of the requests admitted people.
 */
async function askTogether(on: Db, number: string): Promise<number> {
  const ask = () =>
    checkInTicket({ ...stage.deps, db: on }, viewer, { event_id: event.id, ticket_number: number })
  const replies = await behind(
    stage.db,
    (tx) => sql`select from ticket where number = ${number} for update`.execute(tx),
    () => Promise.all(Array.from({ length: 4 }, ask)),
    { waiters: 4 },
  )
  return admitted(replies)
}

test('with the guard off, without lock and condition, each gate lets people in', async () => {
  await withoutChecks()
  const { number } = await buy(1)
  const unguarded = openUnguarded(stage.env.databaseUrl, [TICKET_LOCK, STILL_VALID])
  const admitted = askTogether(unguarded, number)
  await admitted.finally(() => unguarded.close())
  expect(await admitted).toBe(4)
})

test('with the condition alone nobody is let in twice, and the other gates get an error', async () => {
  await withoutChecks()
  const { number } = await buy(1)
  const unguarded = openUnguarded(stage.env.databaseUrl, [TICKET_LOCK])
  const admitted = askTogether(unguarded, number)
  await expect(admitted.finally(() => unguarded.close())).rejects.toThrow('lets nobody in')
  const ticket = await stage.db.selectFrom('ticket').select('admitted').executeTakeFirstOrThrow()
  expect(ticket.admitted).toBe(1)
})

test('with the guard on, one of the four gates lets people in', async () => {
  await withoutChecks()
  const { number } = await buy(1)
  expect(await askTogether(stage.db, number)).toBe(1)
})

test('with the guard on, one gate of many lets people in and the others report when', async () => {
  const { number } = await buy(1)
  const replies = await askAll(Array(GATES).fill({ ticket_number: number }))
  const [first, ...more] = replies.filter((reply) => reply.result === 'valid')
  expect(more).toEqual([])
  const used = replies.filter((reply) => reply.result === 'used')
  expect(used).toHaveLength(GATES - 1)
  for (const reply of used) expect(reply.earlier?.timestamp).toBe(first!.timestamp)
})

test('with the lock alone, without the CHECK, nobody is let in twice', async () => {
  await withoutChecks()
  const { number } = await buy(31)
  const replies = await askAll(Array(GATES).fill({ ticket_number: number, admits: 1 }))
  expect(admitted(replies)).toBe(31)
  const ticket = await stage.db.selectFrom('ticket').selectAll().executeTakeFirstOrThrow()
  expect(ticket).toMatchObject({ admitted: 31, state: 'used' })
})

test('concurrent requests with one nonce, about a ticket or an unknown number, are one check-in', async () => {
  const { number } = await buy(5)
  for (const ticket_number of [number, 'nonsense']) {
    const question = { ticket_number, admits: 1, nonce: randomUUID() }
    const replies = await askAll(Array(GATES).fill(question))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  }
  const rows = await stage.db.selectFrom('check_in').selectAll().execute()
  expect(rows.map((row) => row.ticket_number).sort()).toEqual([number, 'nonsense'].sort())
  expect((await stage.db.selectFrom('ticket').select('admitted').execute())[0]!.admitted).toBe(1)
})

test('a check-in waits for a refund in progress, and then nobody gets in', async () => {
  const { number, orderId } = await buy(1)
  const now = stage.clock.now()
  const [reply] = await behind(
    stage.db,
    async (tx) => {
      await lockOrder(tx, orderId, now)
      await changeOrderState(tx, orderId, 'refund_due', { cause: 'test', now })
    },
    () => askAll([{ ticket_number: number }]),
  )
  expect(reply).toMatchObject({ result: 'void', reason: 'refunded' })
})
