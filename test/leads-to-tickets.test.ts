// spec: promoter-no-tickets
// Reads all replies of the back office in every role of a team, and tries each of their texts in
// all public routes. A role without ticket numbers must find nothing that opens a ticket.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Belongings, buildOwner, type Owner } from './access/belongings.ts'
import { fillEvent } from './access/busy-event.ts'
import { type OpenCall, openCalls, openedBy } from './access/public-calls.ts'
import { textsFor } from './access/replies.ts'
import { ROLES } from './access/roles.ts'
import { buildAccount } from './accounts.ts'
import { callApi } from './http.ts'
import { keepStage } from './stage.ts'
import { buildMember } from './team.ts'

const MANY = '1000000'

let owner: Owner
let its: Belongings[]
let more: string[]
let calls: OpenCall[]
let secrets: string[]

const stage = keepStage({
  ...{ LIMIT_MISS_PER_ADDRESS: MANY, LIMIT_MISS_TOTAL: MANY, LIMIT_PUSH_PER_PHONE: MANY },
  ...{ LIMIT_TRANSFER_PER_PHONE: MANY, LIMIT_TRANSFER_PER_ADDRESS: MANY },
  LIMIT_ACCOUNT_PER_ADDRESS: MANY,
})
beforeAll(async () => {
  owner = await buildOwner(stage)
  const { belongings } = owner
  const stopped = await fillEvent(stage, owner)
  its = [belongings, { ...belongings, eventId: stopped }]
  const refunds = await stage.db.selectFrom('refund').select('id').execute()
  const lines = await stage.db.selectFrom('paid_line').select('order_line_id').execute()
  more = [
    ...refunds.map(({ id }) => `/api/refunds/${id}`),
    ...lines.map(({ order_line_id }) => `/api/transactions/${order_line_id}`),
  ]
  // An order for an unknown event is refused, so the test's calls place no order.
  calls = openCalls(stage, { ...belongings, eventId: randomUUID() })
  secrets = await readSecrets()
})

/** All ticket numbers, order ids, order codes and M-Pesa receipts. */
async function readSecrets(): Promise<string[]> {
  const { db } = stage
  const tickets = await db.selectFrom('ticket').select('number').execute()
  const orders = await db.selectFrom('order').select(['id', 'code']).execute()
  const payments = await db.selectFrom('payment').select('mpesa_receipt').execute()
  return [
    ...tickets.map(({ number }) => number),
    ...orders.flatMap(({ id, code }) => [id, code]),
    ...payments.flatMap(({ mpesa_receipt }) => mpesa_receipt ?? []),
  ]
}

async function codeOf(orderId: string): Promise<string> {
  const order = stage.db.selectFrom('order').select('code').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).code
}

/** The roles that see whole ticket numbers. */
const SEES_NUMBERS = ['owner', 'editor', 'money', 'door_lead']

async function memberTexts(role: (typeof ROLES)[number]): Promise<Set<string>> {
  const { organizerId, eventId } = owner.belongings
  const eventIds = [eventId, its[1]!.eventId]
  const whole = await buildMember(stage, { organizerId, role })
  const single = await buildMember(stage, { organizerId, eventIds, role })
  const [all, one] = [
    await textsFor(stage, whole.headers, its, more),
    await textsFor(stage, single.headers, its, more),
  ]
  return new Set([...all, ...one])
}

describe('the replies of the back office', () => {
  const blind = ROLES.filter((role) => !SEES_NUMBERS.includes(role))

  test('there are roles that may not see ticket numbers', () => {
    expect(blind).toEqual(['promoter'])
  })

  test.each(blind)('contain nothing that opens a ticket for the role %s', async (role) => {
    const texts = await memberTexts(role)
    expect(texts.size).toBeGreaterThan(30)
    expect(secrets.filter((secret) => texts.has(secret))).toEqual([])
    expect(await openedBy(calls, texts, secrets)).toEqual([])
  })

  test.each(blind)('are found by no reference that a %s types', async (role) => {
    const { organizerId, orderId, ticketNumber, receipt } = owner.belongings
    const { headers } = await buildMember(stage, { organizerId, role })
    for (const search of [ticketNumber, receipt, await codeOf(orderId)]) {
      const query = { search }
      const { body } = await callApi(stage, { url: '/api/transactions', query, headers })
      expect(body.data, search).toEqual([])
    }
  })

  test('contain nothing that opens a ticket for another organizer', async () => {
    const { headers } = await buildAccount(stage)
    expect(await openedBy(calls, await textsFor(stage, headers, its, more), secrets)).toEqual([])
  })

  test('contain each kind of reference for the owner, and the walk sees that each opens a ticket', async () => {
    const texts = await textsFor(stage, owner.account.headers, its, more)
    const { orderId, ticketNumber, receipt } = owner.belongings
    for (const reference of [orderId, ticketNumber, receipt, await codeOf(orderId)]) {
      expect(texts, reference).toContain(reference)
      expect(await openedBy(calls, [reference], secrets), reference).not.toEqual([])
    }
  })
})
