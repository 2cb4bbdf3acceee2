import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Log } from '../src/platform/log.ts'
import { buildAccount } from './accounts.ts'
import { type BuiltEvent, buildEvent, type EventSpec } from './build.ts'
import { callApi } from './http.ts'
import { pay, prompted, readOrder } from './purchase.ts'
import { keepOpen, makeStage, type Stage } from './stage.ts'

export type Account = Awaited<ReturnType<typeof buildAccount>>
export type Gate = Awaited<ReturnType<typeof makeGate>>

/**
 * Makes a stage for tests of a gate: two organizers, an admin, and an event of the first organizer.
 */
export async function makeGate(spec: EventSpec, settings: Record<string, string> = {}, log?: Log) {
  const stage = await makeStage(settings, log)
  const organizer = await buildAccount(stage)
  const stranger = await buildAccount(stage)
  const admin = await buildAccount(stage, 'admin')
  const build = async (more: EventSpec = {}, owner = organizer): Promise<BuiltEvent> => {
    const built = await buildEvent(stage.db, more)
    const mine = stage.db.updateTable('event').set({ organizer_id: owner.id })
    await mine.where('id', '=', built.id).execute()
    return built
  }
  const event = await build(spec)
  let receipts = 0
  /** Buys a ticket for this many people, and returns its number. */
  const buy = async (quantities: number[], of = event, email: string | null = null) => {
    const order = await prompted(stage, of, quantities, { email })
    receipts += 1
    await pay(stage, order, `UKC${String(receipts).padStart(7, '0')}`)
    const { body } = await readOrder(stage, order.orderId)
    return { ...order, number: body.transaction.tickets[0].ticket_number as string }
  }
  const ask = async (body: object, as: Pick<Account, 'headers'> | null = organizer) => {
    return await callApi(stage, {
      method: 'POST',
      url: '/api/check_ins',
      headers: as?.headers ?? {},
      payload: { event_id: event.id, ...body },
    })
  }
  return {
    stage,
    organizer,
    stranger,
    admin,
    event,
    build,
    buy,
    ask,
    /** Makes a check-in and returns the decision. Fails if the response contains no decision. */
    decided: async (body: object, as = organizer) => {
      const answer = await ask(body, as)
      expect(answer.status).toBe(200)
      return answer.body
    },
    ...rowsOf(stage),
  }
}

/** Makes a gate before the tests of the calling file, and closes its stage after them. */
export function keepGate(...spec: Parameters<typeof makeGate>): Gate {
  return keepOpen(
    () => makeGate(...spec),
    ({ stage }) => stage.close(),
  )
}

/** Functions that read or write rows directly in the database. */
function rowsOf(stage: Stage) {
  return {
    gateId: async (name: string): Promise<string> => {
      await stage.db
        .insertInto('gate')
        .values({ id: randomUUID(), name, gate_offset: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const named = stage.db.selectFrom('gate').select('id').where('name', '=', name)
      return (await named.executeTakeFirstOrThrow()).id
    },
    readTicket: async (number: string) =>
      await stage.db
        .selectFrom('ticket')
        .select(['state', 'admitted'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    readRows: async (number: string) =>
      await stage.db
        .selectFrom('check_in')
        .selectAll()
        .where('ticket_number', '=', number)
        .orderBy('at')
        .execute(),
  }
}
