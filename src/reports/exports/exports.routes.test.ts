import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertManySales } from '../../../bench/many-sales.ts'
import { buildAccount } from '../../../test/accounts.ts'
import type { BuiltEvent } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { buildPendingOrders, moveOrder, sellPending } from '../../../test/pending-orders.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'

const gate = keepGate({ types: [{ name: 'Standard' }] })
let event: BuiltEvent

beforeAll(async () => {
  event = await gate.build({ types: [{ name: 'Early, "bird"' }, { name: '=cmd()' }] })
})

async function read(kind: string, id: string) {
  const { headers } = gate.organizer
  const answer = await gate.stage.app.inject({ url: `/api/events/${id}/${kind}.csv`, headers })
  expect(answer.statusCode).toBe(200)
  return answer
}

describe('transactions.csv', () => {
  // spec: transactions-csv-columns-file
  test('has one column per field, times of Nairobi, safe cells, and a file name', async () => {
    const [early, formula] = event.types
    const line = (typeId: string, quantity: number, amountKes: number) => ({
      typeId,
      quantity,
      amountKes,
    })
    const [one, two] = await buildPendingOrders(gate.stage.db, [
      {
        eventId: event.id,
        lines: [line(early!.id, 2, 3000)],
        phone: '254712000001',
        email: '=a@b.co',
      },
      { eventId: event.id, lines: [line(formula!.id, 1, 0)], phone: '254712000002' },
    ])
    await sellPending(gate.stage.db, one!.id, new Date('2026-11-20T21:30:05Z'))
    await sellPending(gate.stage.db, two!.id, new Date('2026-11-20T20:59:59Z'))
    await moveOrder(gate.stage.db, two!.id, 'refund_due', new Date())
    const paid = await gate.buy([1], event)
    const answer = await read('transactions', event.id)
    const today = nairobiDate(gate.stage.clock.now())
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="transactions-${event.id}-${today}.csv"`,
      'x-total-rows': '3',
    })
    const [first, bought, ...rest] = answer.body.split('\r\n')
    expect(first).toBe(
      '\uFEFFDate & Time,Ticket Type,Quantity,Amount,Phone Number,Email,Reference,Status',
    )
    expect(bought).toMatch(
      new RegExp(
        `^${today} [\\d:]{8},"Early, ""bird""",1,100,${paid.phoneNumber},,UKC\\d{7},paid$`,
      ),
    )
    expect(rest).toEqual([
      `2026-11-21 00:30:05,"Early, ""bird""",2,3000,254712000001,'=a@b.co,,paid`,
      `2026-11-20 23:59:59,'=cmd(),1,0,254712000002,,,refund_due`,
      '',
    ])
  })

  // spec: transactions-csv-columns-file
  test('contains only the header for an event without sales', async () => {
    const empty = await gate.build()
    const answer = await read('transactions', empty.id)
    expect(answer.headers['x-total-rows']).toBe('0')
    expect(answer.body.split('\r\n')).toHaveLength(2)
  })
})

describe('validations.csv', () => {
  // spec: validations-csv-columns-file
  test('lists admitted and refused tickets in its columns', async () => {
    const { number } = await gate.buy([2], gate.event, 'fan@lango.test')
    for (const body of [{ validation_type: 'scan' }, {}]) {
      await gate.decided({ ticket_number: number, ...body })
    }
    await gate.decided({ ticket_number: '+1 nothing' })
    const answer = await read('validations', gate.event.id)
    const today = nairobiDate(gate.stage.clock.now())
    expect(answer.headers['content-disposition']).toContain(
      `validations-${gate.event.id}-${today}.csv`,
    )
    expect(answer.headers['x-total-rows']).toBe('3')
    const [first, ...lines] = answer.body.trimEnd().split('\r\n')
    expect(first).toBe('\uFEFFTimestamp,Ticket Number,Contact,Validator,Type,Status,Is Valid')
    const [unknown, used, valid] = lines.map((line) => line.replace(/^[\d-]{10} [\d:]{8},/, ''))
    expect(unknown).toMatch(
      /^'\+1 nothing,,Amina Odhiambo,manual,invalid \(Ticket not found\),No$/i,
    )
    expect(used).toMatch(
      new RegExp(`^${number},"2547\\d{8}, fan@lango.test",Amina Odhiambo,manual,used,Yes$`),
    )
    expect(valid).toMatch(
      new RegExp(`^${number},"2547\\d{8}, fan@lango.test",Amina Odhiambo,scan,valid,Yes$`),
    )
  })
})

// spec: audit-log-exports
test.each(['transactions', 'validations', 'statement'])(
  'an export of %s leaves a row in the audit log, and a refused export leaves none',
  async (kind) => {
    const own = await gate.build()
    await gate.buy([1], own)
    const audited = () =>
      gate.stage.db
        .selectFrom('audit_log')
        .select(['account_id', 'action', 'subject', 'after'])
        .where('event_id', '=', own.id)
        .execute()
    const url = `/api/events/${own.id}/${kind}.csv`
    const stranger = await buildAccount(gate.stage)
    for (const headers of [{}, stranger.headers]) await gate.stage.app.inject({ url, headers })
    expect(await audited()).toEqual([])
    const rows = Number((await read(kind, own.id)).headers['x-total-rows'])
    const entry = { action: `${kind}_exported`, subject: own.title, after: { rows } }
    expect(await audited()).toEqual([{ account_id: gate.organizer.id, ...entry }])
  },
)

describe('a large file', () => {
  const SALES = 60_000
  let port: number
  let large: { id: string; headers: Record<string, string> }

  beforeAll(async () => {
    const { stage } = gate
    const owner = await buildAccount(stage)
    const load = { events: 1, sales: SALES, days: 30, eventsWithTickets: 0 }
    await insertManySales(stage.db, { organizerId: owner.id, ...load })
    const { id } = await stage.db
      .selectFrom('event')
      .select('id')
      .where('organizer_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    large = { id, headers: owner.headers }
    await stage.app.listen({ port: 0 })
    port = (stage.app.server.address() as AddressInfo).port
  })

  async function open() {
    const { id, headers } = large
    const request = http.get({ port, path: `/api/events/${id}/transactions.csv`, headers })
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    return answer
  }

  // spec: large-file-streams
  test('is complete, with each row once and in order', async () => {
    const answer = await open()
    expect(answer.headers['x-total-rows']).toBe(String(SALES))
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(SALES)
    expect(new Set(lines.map((line) => line.split(',')[6])).size).toBe(SALES)
    const times = lines.map((line) => line.slice(0, 19))
    expect(times).toEqual(times.toSorted().reverse())
  })

  // spec: large-file-streams
  test('waits for a slow reader, and a failure cuts the connection instead of ending the file', async () => {
    const answer = await open()
    answer.pause()
    // The server reads ahead, but not the whole file, so renaming the table makes a later batch
    // fail.
    await sql`alter table paid_line rename to gone`.execute(gate.stage.db)
    try {
      const bytes = await readToEnd(answer)
      expect(bytes.error).toMatchObject({ code: 'ECONNRESET' })
      expect(bytes.lines).toBeLessThan(SALES)
    } finally {
      await sql`alter table gone rename to paid_line`.execute(gate.stage.db)
    }
  })
})

async function readToEnd(answer: http.IncomingMessage) {
  let lines = 0
  try {
    for await (const chunk of answer) lines += String(chunk).split('\r\n').length - 1
    return { lines, error: null }
  } catch (error) {
    return { lines, error }
  }
}
