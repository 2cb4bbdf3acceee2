import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type BuiltEvent, buildCode, buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'

const HOUR_MS = 3_600_000
const LIMIT = 4

const stage = keepStage({ LIMIT_WRONG_CODE_PER_ADDRESS: String(LIMIT), TRUST_PROXY: 'yes' })

let last = 0
/** A network address that has sent nothing yet. */
const newAddress = () => {
  last += 1
  return `10.9.${Math.floor(last / 250)}.${1 + (last % 250)}`
}

async function ask(event: { id: string }, code?: string, from = newAddress()) {
  const query = code === undefined ? '' : `?${new URLSearchParams({ code })}`
  const headers = { 'x-forwarded-for': from }
  return await stage.app.inject({ url: `/api/events/${event.id}${query}`, headers })
}

async function read(event: { id: string }, code?: string, from = newAddress()) {
  return (await ask(event, code, from)).json()
}

/** Reads an event without the time of the reply, so that replies can be compared. */
async function readAlike(event: { id: string }, code?: string, from = newAddress()) {
  const { as_of: _, ...reply } = await read(event, code, from)
  return reply
}

const withPress = () =>
  buildEvent(stage.db, {
    types: [
      { name: 'Standard', price: 1000 },
      { name: 'Press', price: 300, isHidden: true },
    ],
  })

const pressOf = (event: BuiltEvent) => event.types[1]!.id

// spec: promo-code-link
test('a code for all types lowers the prices and unlocks no hidden type', async () => {
  const event = await withPress()
  await buildCode(stage.db, event, { code: 'RAFIKI20', kind: 'percent', value: 20 })
  const reply = await read(event, 'rafiki-20')
  expect(reply.ticket_types).toMatchObject([{ name: 'Standard', price: 800, full_price: 1000 }])
  expect(reply.ticket_types[0].prices).toMatchObject([{ price: 800, full_price: 1000 }])
  expect(reply.promo).toEqual({
    ...{ code: 'RAFIKI20', kind: 'percent', percent: 20, left: null, max_per_phone: null },
    ...{ ends_at: null, ticket_type_ids: null },
  })
})

// spec: promo-code-link
test('a code that names a hidden type unlocks it in its reply only', async () => {
  const event = await withPress()
  const typeIds = [pressOf(event)]
  const spec = { code: 'MEDIA', kind: 'access', typeIds, maxTickets: 7, maxPerPhone: 2 } as const
  await buildCode(stage.db, event, spec)
  const plain = await read(event)
  expect(plain.ticket_types).toMatchObject([{ name: 'Standard', price: 1000 }])
  const reply = await read(event, 'media')
  expect(reply.ticket_types).toMatchObject([
    { name: 'Standard', price: 1000 },
    { name: 'Press', price: 300 },
  ])
  expect(reply.promo).toMatchObject({ left: 7, max_per_phone: 2, ticket_type_ids: typeIds })
  // The picture's address contains the lowest price that all visitors see.
  expect(reply.share_image).toBe(plain.share_image)
})

// spec: promo-code-link
test('an event whose public types are sold out is not sold out for the holder of an access code', async () => {
  const event = await buildEvent(stage.db, {
    types: [{ capacity: 5 }, { name: 'Press', isHidden: true }],
  })
  await buildCode(stage.db, event, { code: 'MEDIA', kind: 'access', typeIds: [pressOf(event)] })
  await stage.db
    .updateTable('ticket_type')
    .set({ sold: 5 })
    .where('id', '=', event.types[0]!.id)
    .execute()
  expect(await read(event)).toMatchObject({ is_sold_out: true })
  expect((await read(event, 'MEDIA')).ticket_types).toMatchObject([
    { available: 0, is_sold_out: true },
    { available: 100, is_sold_out: false },
  ])
})

// spec: promo-code-invalid
test('unknown, ended, over, later and foreign codes have the same reply: the event as without a code', async () => {
  const event = await withPress()
  const other = await buildEvent(stage.db)
  const now = stage.clock.now().getTime()
  const code = { kind: 'percent', value: 20 } as const
  await buildCode(stage.db, event, { ...code, code: 'GOOD' })
  await buildCode(stage.db, event, { ...code, code: 'OVER', endsAt: new Date(now) })
  await buildCode(stage.db, event, { ...code, code: 'LATER', startsAt: new Date(now + HOUR_MS) })
  const ended = await buildCode(stage.db, event, { ...code, code: 'ENDED' })
  await stage.db
    .updateTable('promo_code')
    .set({ ended_at: stage.clock.now() })
    .where('id', '=', ended.id)
    .execute()
  await buildCode(stage.db, other, { ...code, code: 'THEIRS' })
  const plain = await readAlike(event)
  expect(plain).not.toHaveProperty('promo')
  const wrong = ['NOSUCH', 'OVER', 'LATER', 'ENDED', 'THEIRS', '', 'x', '*', 'x'.repeat(500)]
  for (const typed of wrong) {
    expect(await readAlike(event, typed), typed).toEqual({ ...plain, promo: null })
  }
  for (const query of ['code=a%00b', 'code=GOOD%00', 'code=GOOD&code=GOOD', 'code=%ff']) {
    const answer = await stage.app.inject(`/api/events/${event.id}?${query}`)
    const { as_of: _, ...reply } = answer.json()
    expect(reply, query).toEqual({ ...plain, promo: null })
  }
  expect(await readAlike(event, 'GOOD')).toMatchObject({ promo: { code: 'GOOD' } })
})

test('a code of USSD digits is not valid on the web', async () => {
  const event = await withPress()
  await buildCode(stage.db, event, { kind: 'percent', value: 20, digits: '55512345', code: 'FEW' })
  expect(await read(event, '55512345')).toMatchObject({ promo: null })
})

test('a good code does not show a draft or an event that does not exist', async () => {
  const draft = await buildEvent(stage.db, { published: false })
  await buildCode(stage.db, draft, { code: 'GOOD', kind: 'percent', value: 20 })
  expect((await ask(draft, 'GOOD')).statusCode).toBe(404)
  expect((await ask({ id: randomUUID() }, 'GOOD')).statusCode).toBe(404)
  expect((await ask({ id: 'x' }, 'GOOD')).statusCode).toBe(404)
})

// spec: promo-code-guessing
test('an address above the limit of wrong codes sees the event as without a code', async () => {
  const event = await withPress()
  await buildCode(stage.db, event, { code: 'GOOD', kind: 'percent', value: 20 })
  const address = newAddress()
  for (let at = 0; at < LIMIT; at += 1) await read(event, `NOSUCH${at}`, address)
  const above = await ask(event, 'GOOD', address)
  expect(above.statusCode).toBe(200)
  expect(above.json()).toMatchObject({ id: event.id, promo: null })
  expect(await read(event, 'GOOD')).toMatchObject({ promo: { code: 'GOOD' } })
  stage.pass(HOUR_MS)
  expect(await read(event, 'GOOD', address)).toMatchObject({ promo: { code: 'GOOD' } })
})

// spec: promo-code-guessing
test('of guesses at the same time only as many as the limit are compared', async () => {
  const event = await withPress()
  await buildCode(stage.db, event, { code: 'GOOD', kind: 'percent', value: 20 })
  const address = newAddress()
  await Promise.all(Array.from({ length: 40 }, (_, n) => read(event, `NOSUCH${n}`, address)))
  const { count } = await stage.db
    .selectFrom('rate_count')
    .select('count')
    .where('key', '=', `promo-code-${event.id}:${address}`)
    .executeTakeFirstOrThrow()
  expect(count).toBe(LIMIT)
  expect(await read(event, 'GOOD', address)).toMatchObject({ promo: null })
})

// spec: promo-code-guessing
test('good codes at the same time, and codes that ended or begin later, are no guesses', async () => {
  const [event, other] = [await withPress(), await withPress()]
  const now = stage.clock.now().getTime()
  const code = { kind: 'percent', value: 20 } as const
  await buildCode(stage.db, event, { ...code, code: 'GOOD' })
  await buildCode(stage.db, other, { ...code, code: 'GOOD' })
  await buildCode(stage.db, event, { ...code, code: 'OVER', endsAt: new Date(now) })
  await buildCode(stage.db, event, { ...code, code: 'LATER', startsAt: new Date(now + HOUR_MS) })
  const address = newAddress()
  for (const typed of ['OVER', 'LATER']) {
    for (let at = 0; at <= LIMIT; at += 1) await read(event, typed, address)
  }
  const many = Array.from({ length: 40 }, () => read(event, 'GOOD', address))
  for (const reply of await Promise.all(many)) {
    expect(reply).toMatchObject({ promo: { code: 'GOOD' } })
  }
  for (let at = 0; at <= LIMIT; at += 1) await read(event, `NOSUCH${at}`, address)
  expect(await read(event, 'GOOD', address)).toMatchObject({ promo: null })
  expect(await read(other, 'GOOD', address)).toMatchObject({ promo: { code: 'GOOD' } })
})

// spec: promo-code-guessing
test('good codes count nothing towards the limit', async () => {
  const event = await withPress()
  await buildCode(stage.db, event, { code: 'GOOD', kind: 'percent', value: 20 })
  const address = newAddress()
  for (let at = 0; at <= LIMIT; at += 1) {
    expect(await read(event, 'GOOD', address)).toMatchObject({ promo: { code: 'GOOD' } })
  }
})

test('a reply with a code may not be stored', async () => {
  const event = await withPress()
  for (const code of ['GOOD', 'NOSUCH']) {
    expect((await ask(event, code)).headers['cache-control']).toBe('no-store')
  }
})

// spec: promo-code-only-if-any
test('has_codes is true only while a code has begun and not ended, used or not', async () => {
  const event = await withPress()
  const has = async () => (await read(event)).has_codes
  expect(await has()).toBeUndefined()
  const inAnHour = new Date(stage.clock.now().getTime() + HOUR_MS)
  const spec = { kind: 'percent', value: 20, startsAt: inAnHour, maxTickets: 1 } as const
  const { id } = await buildCode(stage.db, event, spec)
  expect(await has()).toBeUndefined()
  stage.pass(HOUR_MS)
  expect(await has()).toBe(true)
  await stage.db.updateTable('sale_limit').set({ held: 1 }).where('id', '=', id).execute()
  expect(await has()).toBe(true)
  const ended_at = stage.clock.now()
  await stage.db.updateTable('promo_code').set({ ended_at }).where('id', '=', id).execute()
  expect(await has()).toBeUndefined()
})
