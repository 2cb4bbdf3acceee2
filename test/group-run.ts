// A run with 300 people in 40 groups. Tickets are sold in four ways, and tests give the answers.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newPhone } from './build.ts'
import { dialCodeOf, digitOf, makeDialler } from './dialler.ts'
import type { Gate } from './gate.ts'
import type { Phone } from './gate-phone.ts'
import { callApi } from './http.ts'
import { latestPrompt, newReceipt, pay } from './purchase.ts'

export type Group = { number: string; phone: string; people: number; orderId: string }

/** The number of people in a group, by the way in which its ticket is sold. */
const PEOPLE = { web: 8, ussd: 8, given: 5, door: 4 }

/** Sells 20 groups on the web, 14 by USSD, gives tickets to 4, and sells to 2 at the door. */
export async function sellRun(
  gate: Gate,
  door: Phone,
): Promise<Record<keyof typeof PEOPLE, Group[]>> {
  const sold = { web: [], ussd: [], given: [], door: [] } as Record<keyof typeof PEOPLE, Group[]>
  for (let n = 0; n < 20; n++) {
    const { number, phoneNumber, orderId } = await gate.buy([PEOPLE.web])
    sold.web.push({ number, phone: phoneNumber, people: PEOPLE.web, orderId })
  }
  const code = await dialCodeOf(gate.stage, gate.event.id)
  for (let n = 0; n < 14; n++) sold.ussd.push(await sellByUssd(gate, code))
  sold.given = await give(gate, 4)
  for (let n = 0; n < 2; n++) sold.door.push(await sellAtDoor(gate, door))
  return sold
}

async function groupOf(gate: Gate, phone: string): Promise<Group> {
  const row = await gate.stage.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.number', 'k.admits', 'o.id'])
    .where('o.phone', '=', phone)
    .executeTakeFirstOrThrow()
  return { number: row.number, phone, people: row.admits, orderId: row.id }
}

async function sellByUssd(gate: Gate, code: string): Promise<Group> {
  const dialler = makeDialler(gate.stage)
  await dialler.dial(code)
  for (const typed of ['1', String(PEOPLE.ussd), '1']) await dialler.type(typed)
  gate.stage.pass(10_000)
  await gate.stage.hurry()
  const prompt = await latestPrompt(gate.stage)
  await pay(gate.stage, { ...prompt, amount: PEOPLE.ussd * 100 }, newReceipt())
  return await groupOf(gate, dialler.phone)
}

async function give(gate: Gate, count: number): Promise<Group[]> {
  const rows = Array.from({ length: count }, () => ({
    ...{ phone: newPhone(), ticket_type_id: gate.event.types[0]!.id, quantity: PEOPLE.given },
  }))
  const given = await callApi(gate.stage, {
    method: 'POST',
    url: `/api/events/${gate.event.id}/complimentary`,
    headers: gate.organizer.headers,
    payload: { nonce: randomUUID(), rows },
  })
  expect(given.status).toBe(201)
  await gate.stage.runJobs()
  return await Promise.all(rows.map(({ phone }) => groupOf(gate, phone)))
}

async function sellAtDoor(gate: Gate, { headers }: Phone): Promise<Group> {
  const phone = newPhone()
  const payload = {
    ...{ ticket_type_id: gate.event.types[0]!.id, quantity: PEOPLE.door, phone },
    ...{ method: 'cash', nonce: randomUUID() },
  }
  const sale = await callApi(gate.stage, {
    method: 'POST',
    url: '/api/gate/sales',
    headers,
    payload,
  })
  expect(sale.status).toBe(200)
  await gate.stage.sweep()
  return await groupOf(gate, phone)
}

/** Answers by USSD: the sizes of the first people, then the question about the whole ticket. */
export async function dialAnswers(
  gate: Gate,
  { phone, people }: Group,
  { sizes, bus }: { sizes: string[]; bus: string },
): Promise<void> {
  const dialler = makeDialler(gate.stage, phone)
  await dialler.dial('3')
  let shown = await dialler.type('1')
  shown = await dialler.type(digitOf(shown, 'Answer 2 questions'))
  for (const size of sizes) shown = await dialler.type(digitOf(shown, size))
  for (let skipped = sizes.length; skipped < people; skipped++) {
    shown = await dialler.type(digitOf(shown, 'Skip'))
  }
  expect((await dialler.type(digitOf(shown, bus))).screen).toContain('Saved. Thank you.')
}

/** The ticket number in the link of the SMS with the ticket. */
export function linkedNumber(gate: Gate, phone: string): string {
  const links = gate.stage.textsTo(phone).flatMap((text) => /\/t\/(\w{16})/.exec(text)?.[1] ?? [])
  expect(links).not.toEqual([])
  return links[0]!
}

/** Names of tables, except `answer`, with a row that contains any of the words. */
export async function tablesWith({ stage: { db } }: Gate, words: readonly string[]) {
  const tables = await db.introspection.getTables()
  const found: string[] = []
  const like = words.map((word) => `%${word}%`)
  for (const { name } of tables.filter((table) => table.name !== 'answer')) {
    const { rows } = await sql`
      select from ${sql.table(name)} x where x::text like any(${like}) limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
