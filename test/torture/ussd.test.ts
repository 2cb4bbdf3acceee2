import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit } from './audit.ts'
import { buyer, phones } from './clients.ts'
import { CALLS, dialler, goOnTo, PROMPTED } from './dialling.ts'
import { waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'

const SEED = 20261123
const RIVALS = 5

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
  // The shop gives this reply on a slow machine. The caller then does not see how the order ended.
  return /dial again in a minute/.test(screen) ? 'dial again' : screen
}
