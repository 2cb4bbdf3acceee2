// spec: given-allotment, given-tickets
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { asProcess } from '../../test/as-process.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { claimTicket, makeAllotment, withdrawAllotment } from './allotments.ts'
import { giveTickets } from './give-tickets.ts'

const ALLOTMENT_LOCK = / for no key update$/
/** Matches the lock of the ticket types. */
const TYPE_LOCK = /(?<=\s)order by id for no key update(?=$|\s*\))/

const stage = keepStage({ LIMIT_MISS_PER_ADDRESS: '1000' })
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

async function allotted(event: BuiltEvent, quantity: number) {
  const id = await makeAllotment(stage.deps, admin.viewer, event.id, {
    nonce: randomUUID(),
    name: 'Brookside',
    ticket_type_id: event.types[0]!.id,
    quantity,
    ends_on: nairobiDate(stage.clock.now()),
  })
  const { token } = await stage.db
    .selectFrom('allotment')
    .select('token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, token }
}

const claim = (on: Db, token: string) =>
  claimTicket(
    { ...stage.deps, db: asProcess(on) },
    { token, phone: newPhone(), address: '10.0.0.1', language: 'en' },
  )

const countComplimentary = async (event: BuiltEvent) =>
  (
    await stage.db
      .selectFrom('complimentary_order')
      .select('order_id')
      .where('event_id', '=', event.id)
      .execute()
  ).length

/**
 * Locks the event's ticket types until `waiters` calls wait for locks, so that all calls continue
 * at the same moment.
 */
async function together(event: BuiltEvent, calls: (() => Promise<unknown>)[], waiters: number) {
  return await behind(
    stage.db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () => Promise.allSettled(calls.map((call) => call())),
    { waiters },
  )
}

const fulfilled = (ends: readonly { status: string }[]) =>
  ends.filter(({ status }) => status === 'fulfilled').length

describe('four guests claim the last place of an allotment', () => {
  const four = (on: Db, token: string) => Array.from({ length: 4 }, () => () => claim(on, token))

  test('guard off: without the lock all four guests get a ticket for one place', async () => {
    const event = await buildEvent(stage.db)
    const { token } = await allotted(event, 1)
    const unguarded = openUnguarded(stage.env.databaseUrl, [ALLOTMENT_LOCK])
    const ends = await together(event, four(unguarded, token), 4)
    await unguarded.close()
    expect(fulfilled(ends)).toBe(4)
    expect(await countComplimentary(event)).toBe(4)
  })

  test('guard on: one guest gets it, and the other guests learn that all are handed out', async () => {
    const event = await buildEvent(stage.db)
    const { token } = await allotted(event, 1)
    // The first claim waits for the lock of the types, the other claims for the allotment's lock.
    const ends = await together(event, four(stage.db, token), 4)
    expect(fulfilled(ends)).toBe(1)
    expect(
      ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason.code),
    ).toEqual(Array(3).fill('allotment_empty'))
    expect(await countComplimentary(event)).toBe(1)
  })
})

describe('a claim while the allotment is withdrawn', () => {
  const both = (on: Db, { id, token }: { id: string; token: string }) => [
    () => claim(on, token),
    () => withdrawAllotment({ ...stage.deps, db: asProcess(on) }, admin.viewer, id),
  ]
  /** Sold tickets minus complimentary tickets. Must be 0 once the allotment has ended. */
  const surplus = async (event: BuiltEvent) =>
    (await readStock(stage, event.types[0]!.id)).sold - (await countComplimentary(event))

  test('guard off: the claimed place goes back on sale', async () => {
    const event = await buildEvent(stage.db)
    const allotment = await allotted(event, 1)
    const unguarded = openUnguarded(stage.env.databaseUrl, [ALLOTMENT_LOCK])
    await together(event, both(unguarded, allotment), 2)
    await unguarded.close()
    expect(await surplus(event)).toBe(-1)
  })

  test('guard on: the place is either claimed or on sale', async () => {
    const event = await buildEvent(stage.db)
    await together(event, both(stage.db, await allotted(event, 1)), 2)
    expect(await surplus(event)).toBe(0)
  })
})

describe('two batches for the last complimentary ticket', () => {
  const two = (on: Db, event: BuiltEvent) =>
    Array.from({ length: 2 }, () => () => {
      const rows = [{ phone: newPhone(), ticket_type_id: event.types[0]!.id, quantity: 1 }]
      const request = { nonce: randomUUID(), rows }
      return giveTickets({ ...stage.deps, db: asProcess(on) }, admin.viewer, event.id, request)
    })

  test('guard off: without the lock and the CHECK both are given', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    const check = sql`alter table ticket_type drop constraint ticket_type__capacity`
    await check.execute(stage.db)
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    expect(fulfilled(await together(event, two(unguarded, event), 2))).toBe(2)
    await unguarded.close()
    await sql`update ticket_type set capacity = sold where event_id = ${event.id}`.execute(stage.db)
    await sql`alter table ticket_type add constraint ticket_type__capacity
      check (held + sold <= capacity)`.execute(stage.db)
  })

  test('guard on: one batch is given, and the other is refused', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    const ends = await together(event, two(stage.db, event), 2)
    expect(fulfilled(ends)).toBe(1)
    expect(ends.find((end) => end.status === 'rejected')?.reason.code).toBe('too_few_left')
    expect(await countComplimentary(event)).toBe(1)
  })
})

describe('two members who send the same list', () => {
  const two = (on: Db, event: BuiltEvent) => {
    const rows = [{ phone: newPhone(), ticket_type_id: event.types[0]!.id, quantity: 1 }]
    return Array.from({ length: 2 }, () => () => {
      const request = { nonce: randomUUID(), rows }
      return giveTickets({ ...stage.deps, db: asProcess(on) }, admin.viewer, event.id, request)
    })
  }

  test('guard off: without the lock the guest gets two tickets and two SMS', async () => {
    const event = await buildEvent(stage.db)
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    expect(fulfilled(await together(event, two(unguarded, event), 2))).toBe(2)
    await unguarded.close()
  })

  test('guard on: one list is sent, and the other member is warned', async () => {
    const event = await buildEvent(stage.db)
    const ends = await together(event, two(stage.db, event), 2)
    expect(fulfilled(ends)).toBe(1)
    expect(ends.find((end) => end.status === 'rejected')?.reason.code).toBe('already_given')
    expect(await countComplimentary(event)).toBe(1)
  })
})

describe('two gifts of different ticket types within a licensed capacity of 5', () => {
  const licensed = async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 5 }, { capacity: 5 }] })
    const now = stage.clock.now()
    await stage.db
      .insertInto('entry_rule')
      .values({ event_id: event.id, licensed_capacity: 5, updated_at: now })
      .execute()
    return event
  }
  const taken = async ({ types }: BuiltEvent) => {
    const [one, two] = await Promise.all(types.map(({ id }) => readStock(stage, id)))
    return one!.sold + two!.sold
  }
  const giving = (on: Db, event: BuiltEvent, type: number) => () =>
    giveTickets({ ...stage.deps, db: asProcess(on) }, admin.viewer, event.id, {
      nonce: randomUUID(),
      rows: [{ phone: newPhone(), ticket_type_id: event.types[type]!.id, quantity: 5 }],
    })
  const allotting = (on: Db, event: BuiltEvent, type: number) => () =>
    makeAllotment({ ...stage.deps, db: asProcess(on) }, admin.viewer, event.id, {
      ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[type]!.id },
      ...{ quantity: 5, ends_on: nairobiDate(stage.clock.now()) },
    })
  /**
   * Runs two calls while the ticket types are locked. Inserts of allotments do not wait for this
   * lock, but changes of the stock do.
   */
  const meanwhile = (event: BuiltEvent, calls: (() => Promise<unknown>)[]) =>
    behind(
      stage.db,
      (tx) =>
        sql`select from ticket_type where event_id = ${event.id} for no key update`.execute(tx),
      () => Promise.allSettled(calls.map((call) => call())),
      { waiters: 2 },
    )
  const PAIRS = [
    ['batches', giving, giving],
    ['a batch and a link', giving, allotting],
    ['links', allotting, allotting],
  ] as const

  test.each(PAIRS)('guard off: without the lock both are given: %s', async (_, first, second) => {
    const event = await licensed()
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    await meanwhile(event, [first(unguarded, event, 0), second(unguarded, event, 1)])
    await unguarded.close()
    expect(await taken(event)).toBe(10)
  })

  test.each(PAIRS)(
    'guard on: one is given, and the other is refused: %s',
    async (_, first, second) => {
      const event = await licensed()
      const ends = await meanwhile(event, [first(stage.db, event, 0), second(stage.db, event, 1)])
      expect(ends.find((end) => end.status === 'rejected')?.reason.code).toBe('above_license')
      expect(await taken(event)).toBe(5)
    },
  )
})
