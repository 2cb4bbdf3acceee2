// Simulates three days at the gates. `npm run torture` simulates a thousand.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { playDays } from '../../test/day-simulator.ts'
import { keepStage } from '../../test/stage.ts'
import { makeDraw } from '../../test/torture/draw.ts'

const SEED = 20_261_130

const stage = keepStage()
let organizer: string
beforeAll(async () => {
  organizer = (await buildAccount(stage)).id
})

// spec: day-simulator
test('over three days no ticket enters on another day, no scan is lost, and the figures are those of the phones', async () => {
  for (const seed of [1, 2]) {
    await playDays(stage, organizer, makeDraw(SEED + seed), { showings: 100 })
  }
  const { rows } = await sql<Record<'scans' | 'undos' | 'transfers' | 'redeemed', number>>`
    select (select count(*)::int from check_in) as scans,
      (select count(*)::int from check_in where kind = 'undo') as undos,
      (select count(*)::int from ticket_transfer) as transfers,
      (select count(*)::int from ticket k join ticket_type t on t.id = k.ticket_type_id
        where t.kind = 'add_on' and k.admitted > 0) as redeemed`.execute(stage.db)
  const { scans, ...others } = rows[0]!
  expect(scans).toBeGreaterThan(100)
  for (const [name, times] of Object.entries(others)) expect(times, name).toBeGreaterThan(0)
})

// spec: day-simulator
test('with a network no one is in twice for a day', async () => {
  const online = { showings: 60, isOffline: false }
  await playDays(stage, organizer, makeDraw(SEED), online)
})
