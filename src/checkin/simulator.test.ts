// Simulates some days at the gates. `npm run torture` simulates a thousand days.
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { playDay } from '../../test/gate-simulator.ts'
import { keepStage } from '../../test/stage.ts'
import { makeDraw } from '../../test/torture/draw.ts'

const SEED = 20_261_121
const DAYS = 3

const stage = keepStage()
let organizer: string
beforeAll(async () => {
  organizer = (await buildAccount(stage)).id
})

// spec: gate-converges
test('uploads of offline phones, merged in any order, end in one state with every excess reported', async () => {
  const draw = makeDraw(SEED)
  for (let day = 0; day < DAYS; day++) {
    await playDay(stage, organizer, draw, { phones: 50, tickets: 30, showings: 120, orders: 2 })
  }
  const rows = await stage.db.selectFrom('check_in').select('id').execute()
  expect(rows.length).toBeGreaterThan(DAYS * 200)
})
