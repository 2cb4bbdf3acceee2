import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { buildAccount } from '../../accounts.ts'
import { foldCheckIns } from '../../fold-check-ins.ts'
import { playDay } from '../../gate-simulator.ts'
import { makeStage, type Stage } from '../../stage.ts'
import { makeDraw } from '../draw.ts'

/** The number of simulated event days. The variable TORTURE_DAYS changes it. */
const DAYS = Number(process.env.TORTURE_DAYS ?? 1000)
const SEED = 20_261_122

let stage: Stage
let organizer: string
beforeAll(async () => {
  stage = await makeStage()
  organizer = (await buildAccount(stage)).id
})
afterAll(() => stage.close())

/**
 * The number of event days that are simulated concurrently. Each spends most of its time waiting
 * for responses.
 */
const AT_ONCE = 6

test(
  `${DAYS} days at the gates of 50 phones come to one state each`,
  async () => {
    let next = 0
    const play = async () => {
      while (next < DAYS) {
        const day = next++
        const draw = makeDraw(SEED + day)
        const size = { phones: 50, tickets: 40, showings: 150, orders: 2 }
        await playDay(stage, organizer, draw, size).catch((error: unknown) => {
          // The error contains the day, so that a failing day can be repeated alone.
          throw new Error(`day ${day}`, { cause: error })
        })
        // Add the deltas to the totals now and then, as a shop does, so that the figures are read
        // from totals and deltas.
        if (day % 10 === 9) await foldCheckIns(stage)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, play))
    console.log(await tell())
  },
  6 * 3600_000,
)

async function tell(): Promise<string> {
  const { rows } = await sql<{ n: number; people: number; refused: number; excess: number }>`
    select count(*)::int as n, sum(let_in)::int as people,
      count(*) filter (where result <> 'valid')::int as refused,
      (select sum(excess)::int from ticket) as excess
    from check_in`.execute(stage.db)
  const { n, people, refused, excess } = rows[0]!
  return `${DAYS} days: ${n} rows merged, ${people} people, ${refused} rows judged otherwise than they were decided, ${excess} in excess, each in a reported conflict`
}
