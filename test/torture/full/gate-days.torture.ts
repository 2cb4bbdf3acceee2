import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../accounts.ts'
import { playDays } from '../../day-simulator.ts'
import { makeStage, type Stage } from '../../stage.ts'
import { makeDraw } from '../draw.ts'

/**
 * The number of simulated events of three days, and the number of the first. To repeat a failing
 * event alone: `TORTURE_DAYS=1 TORTURE_DAYS_FROM=17 npm run torture -- gate-days`.
 */
const EVENTS = Number(process.env.TORTURE_DAYS ?? 1000)
const FROM = Number(process.env.TORTURE_DAYS_FROM ?? 0)
const SEED = 20_261_211
/** The number of shops, each with its own clock. They run concurrently: most time is waiting. */
const SHOPS = 6

let shops: { stage: Stage; organizer: string }[]
beforeAll(async () => {
  shops = await Promise.all(Array.from({ length: SHOPS }, openShop))
})
afterAll(async () => {
  for (const { stage } of shops) await stage.close()
})

async function openShop() {
  const stage = await makeStage()
  return { stage, organizer: (await buildAccount(stage)).id }
}

test(
  `${EVENTS} events of three days come to the figures that their phones told`,
  async () => {
    const failures: Error[] = []
    let next = FROM
    const playAll = async ({ stage, organizer }: (typeof shops)[number]) => {
      while (next < FROM + EVENTS) {
        const n = next++
        const size = { showings: 120, isOffline: n % 5 !== 0 }
        await playDays(stage, organizer, makeDraw(SEED + n), size).catch((cause: unknown) => {
          failures.push(new Error(`event ${n}: ${cause}`, { cause }))
        })
      }
    }
    await Promise.all(shops.map(playAll))
    expect(failures).toEqual([])
  },
  6 * 3600_000,
)
