import { afterAll, beforeAll, test } from 'vitest'
import { buildAccount } from '../../accounts.ts'
import { playDay } from '../../gate-simulator.ts'
import { makeStage, type Stage } from '../../stage.ts'
import { makeDraw } from '../draw.ts'

/** Event days; TORTURE_DAYS makes them fewer. */
const DAYS = Number(process.env.TORTURE_DAYS ?? 1000)
const SEED = 20_261_122

let stage: Stage
let organizer: string
beforeAll(async () => {
  stage = await makeStage()
  organizer = (await buildAccount(stage)).id
})
afterAll(() => stage.close())

test(
  `${DAYS} days at the gates of 50 phones come to one state each`,
  async () => {
    for (let day = 0; day < DAYS; day++) {
      const draw = makeDraw(SEED + day)
      await playDay(stage, organizer, draw, { phones: 50, tickets: 40, showings: 150, orders: 2 })
    }
  },
  6 * 3600_000,
)
