// spec: ussd-faults
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit } from './audit.ts'
import { buyer, phones } from './clients.ts'
import { type Dialler, dialler, goOnTo } from './dialling.ts'
import { type Draw, makeDraw } from './draw.ts'
import { waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'

const SEED = 20261123
const DIALLERS = 4
/** The number of purchases. The variable TORTURE_USSD changes it. */
const PURCHASES = Number(process.env.TORTURE_USSD ?? 36)
/**
 * The maximum number of sessions for a purchase: a caller dials again after a session was cut off
 * or refused by a slow machine.
 */
const CALLS = 12
const RIVALS = 5

// All kinds of faults between a phone and the shop.
const USSD = {
  ...{ delay_ms: [0, 60], repeat: 0.2, reply_lost: 0.08, cut: 0.08 },
  ...{ split_root: 0.3, split_none: 0.5, end_drop: 0.2 },
}
const PROMPTED = /enter your PIN/
const SOLD_OUT = /sold out|being bought right now/

let database: TestDatabase
let shop: Shop
let code: string

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { name: 'Standard', price: 150, capacity: 5000, gates: ['North', 'South'] },
    { name: 'VIP', price: 999.5, capacity: 30 },
    { name: 'Last', price: 500, capacity: 1 },
  ]
  const scales = { timeScale: 0.03, sandboxTimeScale: 0.1 }
  shop = await startShop({ databaseUrl: database.url, ...scales, types })
  const event = shop.db.selectFrom('event').where('id', '=', shop.event.id)
  code = String((await event.select('dial_code').executeTakeFirstOrThrow()).dial_code)
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

/**
 * Plays a caller who dials again after a session was cut off, either the event's code or the menu.
 * Returns true once the caller has seen the last screen.
 */
async function buyByUssd(phone: Dialler, draw: Draw): Promise<boolean> {
  const wish = { code, type: draw.pick(['Standard', 'VIP']), quantity: draw.between(1, 3) }
  for (let call = 0; call < CALLS; call++) {
    const first = await phone.dial(draw.pick(['*265*25#', `*265*25*${code}#`]))
    if (await goOnTo(phone, first, wish, PROMPTED)) return true
    await phone.hangUp()
  }
  return false
}

test('purchases by USSD under every fault of the gateway pass the audit', async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  const sandbox = phones(shop)
  await sandbox.setFaults({ seed: SEED, ussd: USSD })
  let [left, thanked] = [PURCHASES, 0]
  const work = Array.from({ length: DIALLERS }, async (_, index) => {
    const draw = makeDraw(SEED + index)
    while (left-- > 0) {
      const msisdn = newPhone()
      const auto = draw.pick(['pay', 'pay', 'pay', 'pay', 'cancel', 'ignore'])
      await sandbox.set(msisdn, { auto, delay_ms: draw.between(0, 200) })
      if (await buyByUssd(dialler(shop, msisdn), draw)) thanked += 1
    }
  })
  await Promise.all(work)
  const { ussd: counts = {} } = await sandbox.clearFaults()
  const facts = await waitForQuiet(shop)
  expect(audit(facts)).toEqual([])
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
  expect(Object.keys(counts).sort()).toEqual(Object.keys(USSD).sort())
  // Each order belongs to a session, because a repeated turn must not place a second order. A
  // caller who dials again gets the same order in a second session.
  const sessions = await shop.db
    .selectFrom('ussd_session')
    .select(['id', 'phone', 'order_id', 'ending'])
    .execute()
  const named = sessions.flatMap(({ phone, order_id }) =>
    order_id ? [{ id: order_id, phone }] : [],
  )
  const byId = new Map(named.map(({ id, phone }) => [id, phone]))
  expect(named.filter(({ id, phone }) => byId.get(id) !== phone)).toEqual([])
  expect(facts.orders.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort())
  expect(thanked).toBeGreaterThan(PURCHASES / 2)
  expect(facts.orders.filter(({ state }) => state === 'issued').length).toBeGreaterThan(0)
  const endings = new Set(sessions.flatMap(({ ending }) => ending ?? []))
  expect([...endings].sort()).toEqual(['Failed', 'Incomplete', 'Success'])
}, 300_000)

// spec: ussd-last-ticket
test('of several USSD and web buyers, exactly one gets the last ticket, and the others are told', async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  const sandbox = phones(shop)
  await sandbox.setFaults({ seed: SEED, ussd: { repeat: 1 } })
  const wish = { code, type: 'Last', quantity: 1 }
  const atTotal = await Promise.all(
    Array.from({ length: RIVALS }, async () => {
      const msisdn = newPhone()
      await sandbox.set(msisdn, { auto: 'pay' })
      const phone = dialler(shop, msisdn)
      for (let call = 0; call < CALLS; call++) {
        const shown = await goOnTo(phone, await phone.dial('*265*25#'), wish, /Total KES 500/)
        if (shown) return { phone, shown }
      }
      throw new Error('nobody was told the total')
    }),
  )
  const onWeb = Array.from({ length: RIVALS }, () => orderFor(shop.event, [0, 0, 1]))
  for (const { phoneNumber } of onWeb) await sandbox.set(phoneNumber, { auto: 'pay' })
  const [screens, replies] = await Promise.all([
    Promise.all(atTotal.map(({ phone, shown }) => phone.type(shown, '1'))),
    Promise.all(onWeb.map((order) => buyer(shop).place(order))),
  ])
  await sandbox.clearFaults()
  const told = [
    ...screens.map((shown) => outcomeOf(shown?.screen ?? '')),
    ...replies.map(({ status, body }) =>
      status < 300 ? 'has it' : `${'code' in body && body.code}`,
    ),
  ]
  expect(told.filter((one) => one === 'has it').length).toBeLessThanOrEqual(1)
  expect(
    told.filter((one) => !['has it', 'sold_out', 'all_taken', 'dial again'].includes(one)),
  ).toEqual([])
  await Promise.all(atTotal.map(({ phone }) => phone.hangUp()))
  const facts = await waitForQuiet(shop)
  expect(audit(facts)).toEqual([])
  const last = facts.types.find(({ name }) => name === 'Last')!
  expect(last).toMatchObject({ sold: 1, held: 0 })
}, 300_000)

function outcomeOf(screen: string): string {
  if (PROMPTED.test(screen)) return 'has it'
  if (SOLD_OUT.test(screen)) return 'sold_out'
  // A machine that is too slow gives this reply. The caller then does not see how the order ended.
  return /dial again in a minute/.test(screen) ? 'dial again' : screen
}
