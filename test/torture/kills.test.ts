// spec: every-answer-gate
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit } from './audit.ts'
import { phones } from './clients.ts'
import { checkConfirmed, checkCrowd, startCrowd } from './crowd.ts'
import { makeDraw } from './draw.ts'
import { waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { checkAdmitted, startStewards } from './stewards.ts'
import { waitFor } from './wait-for.ts'

const SEED = 42
/** The number of kills. The variable TORTURE_SERVER_KILLS changes it. */
const KILLS = Number(process.env.TORTURE_SERVER_KILLS ?? 6)
const BUYERS = 8
const LIMIT_MS = 280_000 + KILLS * 20_000

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [{ price: 150, capacity: 10_000, gates: ['North', 'South'] }]
  const scales = { timeScale: 0.03, sandboxTimeScale: 0.5 }
  shop = await startShop({ databaseUrl: database.url, ...scales, types })
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

/** Returns the progress of all purchases together, as a number of steps. */
async function countSteps(): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    select (select count(*) from order_event) + (select count(*) from payment_event)
      + (select count(*) from provider_callback) + (select count(*) from message where state
      in ('sent', 'delivered')) as steps`.execute(shop.db)
  return rows[0]!.steps
}

test(
  `${KILLS} kill -9 at random moments of purchases and check-ins lose nothing`,
  async () => {
    onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
    const draw = makeDraw(SEED)
    await phones(shop).setFaults({
      seed: SEED,
      push: { delay_ms: [0, 100] },
      callback: { delay_ms: [0, 150] },
      sms: { delay_ms: [0, 100] },
    })
    const crowd = startCrowd(shop, BUYERS, SEED)
    const stewards = await startStewards(shop, crowd.told.tickets)
    for (let kill = 0; kill < KILLS; kill++) {
      const moment = (await countSteps()) + draw.between(1, 40)
      await waitFor('the purchases went on a little', async () => (await countSteps()) >= moment)
      await shop.app.kill()
      await shop.app.start()
    }
    await crowd.stop()
    await stewards.stop()
    const facts = await waitForQuiet(shop)
    const resent = facts.messages.reduce((sum, message) => sum + message.resent, 0)
    const violations = [
      ...audit(facts),
      ...checkConfirmed(crowd.told, facts),
      ...checkCrowd(facts),
      ...checkAdmitted(stewards.told, facts),
    ]
    console.log(
      `kills, seed ${SEED}: ${KILLS} kills | ${facts.orders.length} purchases | sold ${facts.ledger.length} | let in ${stewards.told.length} | resent SMS ${resent} | violations ${violations.length}`,
    )
    expect(violations).toEqual([])
    expect(facts.ledger.length).toBeGreaterThan(KILLS)
    expect(stewards.told.length).toBeGreaterThan(KILLS)
  },
  LIMIT_MS,
)
