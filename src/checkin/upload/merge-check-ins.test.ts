import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { newId } from '../../platform/ids.ts'
import type { GateCheckIn } from '../gate.contract.ts'

const gate = keepGate({ types: [{ name: 'VIP' }, { name: 'Standard' }] })
let phone: Phone
let elsewhere: string
beforeAll(async () => {
  phone = await pairPhone(gate, { name: 'North' })
  elsewhere = (await gate.buy([1], await gate.build({ types: [{ name: 'Other' }] }))).number
})

type OfflineRow = Partial<GateCheckIn>

/**
 * A sequence of offline rows about a group ticket and a single ticket. Each call buys new tickets.
 */
async function makeStory() {
  const { number: group } = await gate.buy([0, 4])
  const { number: single } = await gate.buy([1])
  const [first, second] = [randomUUID(), randomUUID()]
  const rows: OfflineRow[] = [
    { ticket_number: group, nonce: first, let_in: 2 },
    { ticket_number: group, nonce: second, let_in: 1, by_proof: true },
    { ticket_number: group, kind: 'undo', of: first, reason: 'a slip' },
    { ticket_number: group, kind: 'undo', of: first, reason: 'pressed twice' },
    { ticket_number: single },
    { ticket_number: single, reason: 'half a symbol: \ud83d' },
    { ticket_number: group, kind: 'out', let_in: 1 },
    { ticket_number: group, let_in: 5 },
    { ticket_number: single, let_in: 0, decided: 'used' },
    { ticket_number: elsewhere, let_in: 1 },
    { ticket_number: 'minted', let_in: 1, by_proof: true },
    { ticket_number: group, nonce: second, let_in: 1 },
  ]
  return { rows, numbers: [group, single] }
}

const readTickets = async (numbers: string[]) =>
  await Promise.all(
    numbers.map((number) =>
      gate.stage.db
        .selectFrom('ticket')
        .select(['state', 'admitted', 'excess'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    ),
  )

/** The figures of this event by result and reason, summed as in the command view. */
async function readSums() {
  const { rows } = await sql<object>`select result, reason, sum(checks)::int as checks,
    sum(tickets)::int as tickets, sum(people)::int as people, sum(inside)::int as inside
    from check_in_delta group by result, reason order by result, reason`.execute(gate.stage.db)
  await sql`delete from check_in_delta`.execute(gate.stage.db)
  return rows
}

// spec: gate-merge-cost
test('rows of one upload are judged as if each had come alone', async () => {
  const apart = await makeStory()
  await readSums()
  const alone = []
  for (const row of apart.rows) alone.push(...(await phone.tell([row])))
  const sums = await readSums()
  const together = await makeStory()
  const atOnce = await phone.tell(together.rows)
  expect(await readSums()).toEqual(sums)
  expect(await readTickets(together.numbers)).toEqual(await readTickets(apart.numbers))
  const judged = (all: typeof atOnce) =>
    all.map(({ result, reason, admits, left, message }) => [result, reason, admits, left, message])
  expect(judged(atOnce).map(([result]) => result)).toEqual([
    'valid',
    'valid',
    'valid',
    'unknown',
    'valid',
    'used',
    'valid',
    'too_many',
    'used',
    'wrong_event',
    'unknown',
    'valid',
  ])
  const withoutWhen = (text: unknown) => String(text).replace(/Already used.*/, 'Already used')
  expect(judged(atOnce).map((one) => one.map(withoutWhen))).toEqual(
    judged(alone).map((one) => one.map(withoutWhen)),
  )
})

test('a row that cannot be stored does not hold up the rows before it', async () => {
  const { number } = await gate.buy([1])
  const { number: next } = await gate.buy([1])
  await sql`alter table check_in add constraint poison check (note <> 'poison')`.execute(
    gate.stage.db,
  )
  const fill = (row: OfflineRow) => ({
    nonce: randomUUID(),
    device_at: '',
    offline: true,
    decided: 'valid',
    let_in: 1,
    ...row,
  })
  const rows = [{ ticket_number: number }, { ticket_number: next, reason: 'poison' }]
  const { status } = await phone.send({ check_ins: rows.map(fill) })
  await sql`alter table check_in drop constraint poison`.execute(gate.stage.db)
  expect(status).toBe(500)
  expect(await readTickets([number, next])).toMatchObject([{ admitted: 1 }, { admitted: 0 }])
})

test('a concurrent upload of the same phone is noticed even if no ticket is locked', async () => {
  const nonce = randomUUID()
  const { number } = await gate.buy([1])
  const upload = (db: typeof gate.stage.db) =>
    db
      .insertInto('check_in')
      .values({
        id: newId(),
        event_id: gate.event.id,
        device_id: phone.id,
        ticket_number: 'nobody knows it',
        result: 'unknown',
        method: 'scan',
        nonce,
      })
      .execute()
  const decisions = await behind(gate.stage.db, upload, () =>
    phone.tell([{ ticket_number: 'nobody knows it', nonce, let_in: 2 }, { ticket_number: number }]),
  )
  expect(decisions.map(({ result }) => result)).toEqual(['unknown', 'valid'])
  // The online request had let no one in, and the phone let in two people. A second row stores the
  // difference.
  const rows = await gate.readRows('nobody knows it')
  expect(rows.map(({ let_in }) => let_in).sort()).toEqual([0, 2])
  expect(await readTickets([number])).toMatchObject([{ admitted: 1, excess: 0 }])
})
