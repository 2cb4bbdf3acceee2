import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })

/** At the start of each test no one is inside. */
beforeEach(async () => {
  gate.event = await gate.build({
    types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }],
  })
})

const buy = (quantities: number[]) => gate.buy(quantities, gate.event)

// spec: gate-find, gate-link-notations
test('a ticket is found by number or the last digits of a phone, without name or phone in the reply; misses are limited', async () => {
  const phone = await pairPhone(gate)
  const { number, phoneNumber } = await buy([0, 2])
  const find = async (q: string, headers = phone.headers, more = '') => {
    const url = `/api/gate/find?q=${encodeURIComponent(q)}${more}`
    return await callApi(gate.stage, { url, headers })
  }
  const its = [
    {
      ticket_number: number,
      ticket_type: 'Standard',
      admits: 2,
      left: 2,
      gate: 'Main Gate',
      state: 'valid',
    },
  ]
  // When the phone is online, a search may have fewer than ten symbols, or only digits.
  const digits = await buy([0, 1])
  const renamed = gate.stage.db.updateTable('ticket').set({ number: '0471ABCDEFGHJKMN' })
  await renamed.where('number', '=', digits.number).execute()
  const found = (await find('0471')).body.data as { ticket_number: string }[]
  expect(found.map(({ ticket_number }) => ticket_number)).toContain('0471ABCDEFGHJKMN')
  const start = number.slice(0, 7)
  const link = `HTTPS://LANGO.EXAMPLE/T/${number}?UTM=SMS`
  for (const q of [number, number.toLowerCase(), link, start, phoneNumber, phoneNumber.slice(-4)]) {
    const { status, body } = await find(q)
    expect([q, status]).toEqual([q, 200])
    expect(body.data).toEqual(its)
  }
  expect((await find('12')).status).toBe(422)
  const mine = `&event_id=${gate.event.id}`
  expect((await find(number, gate.organizer.headers, mine)).body.data).toEqual(its)
  expect((await find(number, gate.stranger.headers, mine)).status).toBe(404)
  expect((await find(number, gate.organizer.headers)).status).toBe(404)
  const statuses: number[] = []
  for (let n = 0; n < 31; n++)
    statuses.push((await find(`99999${String(n).padStart(2, '0')}`)).status)
  expect(statuses.at(0)).toBe(200)
  expect(statuses.at(-1)).toBe(429)
})

// spec: gate-find-few
test('a search with too many matches asks for more digits; a whole phone number finds all its tickets', async () => {
  const phone = await pairPhone(gate)
  const { number, phoneNumber } = await buy([1])
  const {
    id,
    number: _,
    ...its
  } = await gate.stage.db
    .selectFrom('ticket')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  // Symbols that differ from the number's tenth symbol.
  const ends = [...'ABCDEF'].filter((end) => number[9] !== end)
  const copy = (part: number) => ({
    ...its,
    id: randomUUID(),
    number: `${number.slice(0, 9)}${ends[part - 1]}${number.slice(10)}`,
    part,
  })
  const copies = [1, 2, 3, 4].map(copy)
  await gate.stage.db.insertInto('ticket').values(copies).execute()
  const mine = { headers: gate.organizer.headers, more: `&event_id=${gate.event.id}` }
  const find = async (
    q: string,
    { headers, more } = { headers: phone.headers, more: '' } as typeof mine,
  ) => {
    const answer = await gate.stage.app.inject({ url: `/api/gate/find?q=${q}${more}`, headers })
    return [answer.statusCode, answer.json().data?.length ?? answer.json().error]
  }
  const [few, whole] = [phoneNumber.slice(-4), `0${phoneNumber.slice(-9)}`]
  expect(await find(few)).toEqual([200, 5])
  await gate.stage.db.insertInto('ticket').values(copy(5)).execute()
  const words = 'More than 5 tickets match. Enter more of the number.'
  for (const q of [few, number.slice(0, 6)]) {
    expect(await find(q)).toEqual([422, words])
    expect(await find(q, mine)).toEqual([422, words])
  }
  expect(await find(whole)).toEqual([200, 6])
  expect(await find(whole, mine)).toEqual([200, 6])
})

// spec: gate-find-few
test('a gate phone finds as many tickets as a steward needs, but not all of an event', async () => {
  const [phone, other] = [await pairPhone(gate), await pairPhone(gate)]
  const { number } = await buy([1])
  const find = async (headers: object) => {
    return await callApi(gate.stage, {
      url: `/api/gate/find?q=${number}&event_id=${gate.event.id}`,
      headers: headers as never,
    })
  }
  const findMany = async (most: number) => {
    for (let n = 0; n < most; n++) if ((await find(phone.headers)).status !== 200) return n
    return most
  }
  expect(await findMany(61)).toBe(60)
  const refused = await find(phone.headers)
  expect([refused.status, refused.body.data]).toEqual([429, undefined])
  expect(refused.body.error).toMatch(/^Too many searches on this phone\./)
  expect((await find(other.headers)).status).toBe(200)
  // Updates the row that counts the tickets that the phone found in this hour.
  const setHour = (set: object) =>
    gate.stage.db
      .updateTable('rate_count')
      .set(set)
      .where('key', '=', `found:hour:${phone.id}`)
      .execute()
  await setHour({ count: 999 })
  gate.stage.pass(60_000)
  expect(await findMany(3)).toBe(1)
  gate.stage.pass(60_000)
  expect((await find(phone.headers)).status).toBe(429)
  // The account's session token lasts less than an hour, so the test ends the limit's window in the
  // database instead of moving the clock.
  await setHour({ window_end: new Date(0) })
  expect((await find(phone.headers)).status).toBe(200)
})
