import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import { countKeys } from '../platform/limits/limits.sql.ts'
import { spend as spendOf } from './budget/budget.ts'
import { checkPhoneCode, sendPhoneCode } from './phone-codes.ts'

const MINUTE_MS = 60_000
const LIMITS = {
  ...{ LIMIT_TRANSFER_PER_PHONE: '2', LIMIT_TRANSFER_PER_ADDRESS: '10' },
  LIMIT_FREE_CODE_PER_ADDRESS: '12',
}

let scope: string
const stage = keepStage({ ...LIMITS, BUDGET_CODES: '2' })
beforeAll(async () => {
  scope = (await buildEvent(stage.db, { title: 'Park run' })).id
})

let addresses = 0
const newAddress = () => `10.3.0.${++addresses}`

type Key = { purpose: 'data' | 'free' | 'seller'; scope: string; phone: string }
const forEvent = (phone = newPhone()): Key => ({ purpose: 'free', scope, phone })

const send = (key: Key, more: { spend?: (tx: Tx) => Promise<void>; address?: string } = {}) =>
  sendPhoneCode(stage.deps, { address: newAddress(), ...key, ...more, text: (code) => code })

/** Sends a code, and returns its digits. */
async function codeFor(key: Key): Promise<string> {
  await send(key)
  await stage.runJobs()
  return stage.textsTo(key.phone).at(-1)!
}

const check = (key: Key, code: string, address = newAddress()) =>
  checkPhoneCode(stage.deps, { ...key, code, address })

/** Types a wrong code `times` times. */
async function guess(key: Key, times: number, address: string) {
  for (let tries = 1; tries <= times; tries++) expect(await check(key, '1', address)).toBe(false)
}

const passMinutes = (minutes: number) => stage.pass(minutes * MINUTE_MS)

test('a code proves its phone for its purpose and its event, and for nothing else', async () => {
  const key = forEvent()
  const code = await codeFor(key)
  expect(code).toMatch(/^\d{6}$/)
  expect(await check(key, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true)
  for (const other of [
    { ...key, purpose: 'data' as const },
    { ...key, scope: randomUUID() },
    { ...key, phone: newPhone() },
  ]) {
    expect(await check(other, code)).toBe(false)
  }
})

test('a code of a free order works for 45 minutes, and ends within an hour; a data code ends within half an hour', async () => {
  const free = forEvent()
  const data: Key = { purpose: 'data', scope: '', phone: newPhone() }
  const codes = { free: await codeFor(free), data: await codeFor(data) }
  passMinutes(30)
  expect(await check(data, codes.data)).toBe(false)
  passMinutes(15)
  expect(await check(free, codes.free)).toBe(true)
  passMinutes(15)
  expect(await check(free, codes.free)).toBe(false)
})

test('after five wrong codes, the right one is refused for a quarter of an hour', async () => {
  const key = forEvent()
  const code = await codeFor(key)
  const address = newAddress()
  await guess(key, 5, address)
  await expect(check(key, code, address)).rejects.toMatchObject({ code: 'too_many_requests' })
  passMinutes(15)
  expect(await check(key, code, address)).toBe(true)
})

test("a stranger's wrong codes stop neither the owner elsewhere nor a code for another event", async () => {
  const key = forEvent()
  const other = { ...key, scope: randomUUID() }
  const codes = { one: await codeFor(key), other: await codeFor(other) }
  const stranger = newAddress()
  await guess(key, 5, stranger)
  expect(await check(key, codes.one)).toBe(true)
  expect(await check(other, codes.other, stranger)).toBe(true)
})

test('a phone has 1,000 tries a day for an event, over all addresses', async () => {
  const key = forEvent()
  const code = await codeFor(key)
  const limit = {
    key: `free-try-all-${scope}:${key.phone}`,
    max: 1000,
    windowMs: 24 * 60 * MINUTE_MS,
  }
  const now = stage.deps.clock.now()
  await inTransaction(stage.db, (tx) => countKeys(tx, [{ ...limit, count: 999 }], now))
  expect(await check(key, code)).toBe(true)
  await guess(key, 1, newAddress())
  await expect(check(key, code)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('other codes open what is private: a phone has five tries over all addresses', async () => {
  const key: Key = { purpose: 'data', scope: '', phone: newPhone() }
  const code = await codeFor(key)
  for (let tries = 1; tries <= 5; tries++) await guess(key, 1, newAddress())
  await expect(check(key, code)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('a right code counts towards no limit', async () => {
  const key = forEvent()
  const code = await codeFor(key)
  const address = newAddress()
  for (let tries = 1; tries <= 8; tries++) expect(await check(key, code, address)).toBe(true)
})

test('a phone and an address get a limited number of codes an hour, and a phone twice as many a day', async () => {
  const key = forEvent()
  await send(key)
  await send(key)
  await expect(send(key)).rejects.toMatchObject({ code: 'too_many_requests' })
  passMinutes(60)
  await send(key)
  await send(key)
  passMinutes(60)
  await expect(send(key)).rejects.toMatchObject({ code: 'too_many_requests' })
  // Codes for other events are still sent, until the limit for all events is reached.
  const other = { ...key, scope: randomUUID() }
  const third = { ...key, scope: randomUUID() }
  for (const next of [other, other, third, third]) await send(next)
  passMinutes(60)
  for (const next of [other, other, third, third]) await send(next)
  await expect(send({ ...key, scope: randomUUID() })).rejects.toMatchObject({
    code: 'too_many_requests',
  })
})

test('an address gets more codes for free orders than others, since buyers use them', async () => {
  const address = newAddress()
  const data = (): Key => ({ purpose: 'data', scope: '', phone: newPhone() })
  for (let sent = 1; sent <= 10; sent++) await send(data(), { address })
  await expect(send(data(), { address })).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let sent = 1; sent <= 12; sent++) await send(forEvent(), { address })
  await expect(send(forEvent(), { address })).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('an organization pays for the SMS out of its budget, and beyond the budget none is sent', async () => {
  const organizerId = randomUUID()
  const spend = (tx: Tx) => spendOf(tx, stage.deps, null, { budget: 'codes', organizerId })
  for (let sent = 1; sent <= 2; sent++) await send(forEvent(), { spend })
  const last = forEvent()
  await expect(send(last, { spend })).rejects.toMatchObject({ code: 'too_many_requests' })
  await stage.runJobs()
  expect(stage.textsTo(last.phone)).toEqual([])
  // The refused call was not counted for the phone.
  await send(last)
  await send(last)
})
