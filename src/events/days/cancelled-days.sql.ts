import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

type CancelledDay = {
  /** The id of the change that cancelled the day. */
  id: string
  announced_at: Date
  date: string
  /** 'done': all tickets only for the day were taken back, and all buyers were notified. */
  state: 'running' | 'paused' | 'done'
}

/** The cancellation of one day. Undefined if the day was not cancelled. */
export async function selectDayCancellation(
  db: Db,
  eventId: string,
  day: number,
): Promise<CancelledDay | undefined> {
  const { rows } = await sql<CancelledDay>`
    select id, announced_at, old_date::text as date, case when next_at is not null then 'running'
      when notified_at is null then 'paused' else 'done' end as state
    from event_change where event_id = ${eventId} and day = ${day} and is_cancellation`.execute(db)
  return rows[0]
}

/**
 * Pauses a running cancellation of a day: without a next time, neither job nor sweep takes it up.
 * Returns false if it was not running.
 */
export async function pauseChange(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('event_change')
    .set({ next_at: null })
    .where('id', '=', id)
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const isPaused = sql<boolean>`is_cancellation and next_at is null and notified_at is null`

export const arePausedDays: RawBuilder<boolean> = sql`exists (select from event_change where ${isPaused})`

/** The changes that cancelled a day and are paused. */
export async function selectPausedDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from event_change where ${isPaused}`.execute(db)
  return rows.map((row) => row.id)
}

/** Resumes a paused cancellation of a day. Returns false if it was not paused. */
export async function resumeChange(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('event_change')
    .set({ next_at: now })
    .where('id', '=', id)
    .where('next_at', 'is', null)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Whether the change is neither paused nor done. Locks the row, so that no admin can pause it before
 * the caller commits.
 */
export async function isChangeRunning(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('event_change')
    .select('next_at')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return (row?.next_at ?? null) !== null
}
