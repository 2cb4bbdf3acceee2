import { sql } from 'kysely'
import { isVisibleTo, seesNumbers } from '../events/events.sql.ts'
import type { Db } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../platform/http/list-page.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { nextStep, waitsFor } from './waiting.sql.ts'

/** Sorts refunds by the time when they became due, newest first. */
export const LAST_DUE: Sorting = {
  name: 'due',
  isDown: true,
  keys: {
    created_at: { column: sql`r.created_at`, kind: 'instant' },
    id: { column: sql`r.id`, kind: 'uuid' },
  },
}

/** Refunds of the viewer's events. Only admins see refunds of receipts without an order. */
function refunds(db: Db, viewer: Viewer, now: Date) {
  return db
    .selectFrom('refund as r')
    .leftJoin('order as o', 'o.id', 'r.order_id')
    .leftJoin('event as e', 'e.id', 'r.event_id')
    .select(['r.id', 'r.order_id', 'r.event_id', 'o.code', 'e.title as event', 'r.amount_cents'])
    .select(['r.reason', 'r.note as words', 'r.state', 'r.way', 'r.created_at'])
    .select([nextStep(now).as('next_at'), waitsFor.as('waits_for')])
    .select(['r.failure_code', 'r.receipt', 'r.done_at'])
    .select(sql<boolean>`coalesce(${seesNumbers(viewer)}, false)`.as('sees_numbers'))
    .where(isVisibleTo(viewer))
}

/** Returns one row more than the limit, which shows whether a next page exists. */
export async function selectRefunds(
  db: Db,
  page: Page & { viewer: Viewer; state: string | null; eventId: string | null },
  now: Date,
) {
  return await refunds(db, page.viewer, now)
    .$if(page.state !== null, (q) => q.where('r.state', '=', page.state!))
    .$if(page.eventId !== null, (q) => q.where('r.event_id', '=', page.eventId))
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}

export async function selectRefund(db: Db, viewer: Viewer, id: string, now: Date) {
  return await refunds(db, viewer, now).where('r.id', '=', id).executeTakeFirst()
}
