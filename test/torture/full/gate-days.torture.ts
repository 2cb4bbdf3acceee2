import { afterAll, beforeAll, test } from 'vitest'
import { buildAccount } from '../../accounts.ts'
import { playDays } from '../../day-simulator.ts'
import { makeStage, type Stage } from '../../stage.ts'
import { makeDraw } from '../draw.ts'

/** The number of simulated events of three days. The variable TORTURE_DAYS changes it. */
const EVENTS = Number(process.env.TORTURE_DAYS ?? 1000)
const SEED = 20_261_211

let stage: Stage
let organizer: string
beforeAll(async () => {
  stage = await makeStage()
  organizer = (await buildAccount(stage)).id
})
afterAll(() => stage.close())

test(
  `${EVENTS} events of three days come to the figures that their phones told`,
  async () => {
    for (let n = 0; n < EVENTS; n++) {
      const size = { showings: 120, isOffline: n % 5 !== 0 }
      await playDays(stage, organizer, makeDraw(SEED + n), size).catch((error: unknown) => {
        // The error contains the number, so that a failing event can be repeated alone.
        throw new Error(`event ${n}`, { cause: error })
      })
    }
  },
  6 * 3600_000,
)
