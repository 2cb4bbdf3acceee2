// Simulates three days at the gates. `npm run torture` simulates a thousand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { playDays } from '../../test/day-simulator.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { makeDraw } from '../../test/torture/draw.ts'

const SEED = 20_261_130

let stage: Stage
let organizer: string
beforeAll(async () => {
  stage = await makeStage()
  organizer = (await buildAccount(stage)).id
})
afterAll(() => stage.close())

// spec: day-simulator
test('over three days no ticket enters on another day, no scan is lost, and the figures are those of the phones', async () => {
  for (const seed of [1, 2]) {
    await playDays(stage, organizer, makeDraw(SEED + seed), { showings: 100 })
  }
  const rows = await stage.db.selectFrom('check_in').select('id').execute()
  expect(rows.length).toBeGreaterThan(100)
})

// spec: day-simulator
test('with a network no one is in twice for a day', async () => {
  const online = { showings: 60, isOffline: false }
  await playDays(stage, organizer, makeDraw(SEED), online)
})
