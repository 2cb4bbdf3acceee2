import { sql } from 'kysely'
import { readEntry } from '../src/checkin/live/read-entry.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/db.ts'
import type { Viewer } from '../src/platform/http/viewer.ts'
import { summariseValidations } from '../src/reports/figures/summarise-validations.ts'
import { insertCheckIns } from './many-check-ins.ts'

const RUNS = 9
/**
 * The time in ms that it takes to count the gate figures from the rows of 78,000 check-ins, without
 * roll-ups.
 */
const COUNTED_MS = 125

/** Measures how fast an organizer reads the gate figures while a full stadium enters. */
export async function measureFigures(
  db: Db,
  viewer: Viewer,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from event`.execute(db)
  const eventId = rows[0]!.id
  await insertCheckIns(db, eventId)
  const told = await sql<{ count: number }>`select count(*)::int as count from check_in`.execute(db)
  const figures = await middle(() => summariseValidations(db, viewer, eventId))
  const view = await middle(() => readEntry({ db, clock: systemClock }, viewer, eventId))
  const share = (figures / COUNTED_MS).toFixed(2)
  say(
    `| Figures of ${told.rows[0]!.count} check-ins, ms | ${figures.toFixed(1)} | ${COUNTED_MS} (counted) | ${share} |`,
  )
  say(`| The command view of them, ms | ${view.toFixed(1)} | – | – |`)
}

async function middle(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!
}
