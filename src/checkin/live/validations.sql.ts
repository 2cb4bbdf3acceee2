import { sql } from 'kysely'
import { isVisibleTo, seesNumbers } from '../../events/events.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import { bothWays, type Page } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import type { CheckInMethod, CheckInResult } from '../checkin.contract.ts'

export const VALIDATION_SORTS = bothWays('timestamp', {
  at: { column: sql`c.at`, kind: 'instant' },
  id: { column: sql`c.id`, kind: 'uuid' },
})

type ValidationFilter = Page & {
  eventId: string
  results?: CheckInResult[] | undefined
  /** Also matches a result that has no reason. For `undone` and `left`, see the contract. */
  reason?: string | undefined
}

/** True if this check-in admits people who return: people with this ticket left before it. */
const hadLeft = sql<boolean>`(c.kind = 'in' and c.let_in > 0 and exists (
  select from check_in l where l.ticket_id = c.ticket_id and l.event_id = c.event_id
    and l.kind = 'out' and (l.at, l.id) < (c.at, c.id)
))`

export type ValidationRow = Awaited<ReturnType<typeof selectValidations>>[number]

/** Check-ins and exits of an event, each with its undo if any. Returns up to `limit` + 1 rows. */
export async function selectValidations(db: Db, viewer: Viewer, wanted: ValidationFilter) {
  const { eventId, results, reason } = wanted
  const byReason = reason !== undefined && reason !== 'undone' && reason !== 'left'
  const rows = await db
    .selectFrom('check_in as c')
    .innerJoin('event as e', 'e.id', 'c.event_id')
    .leftJoin('account as a', 'a.id', 'c.validator_id')
    .leftJoin('gate_phone as d', 'd.id', 'c.device_id')
    .leftJoin('gate as g', 'g.id', 'c.gate_id')
    .leftJoin('ticket as k', (join) =>
      // Does not read the buyer of a ticket of another event, because only that event's organizer
      // may see the buyer.
      join.onRef('k.id', '=', 'c.ticket_id').onRef('k.event_id', '=', 'c.event_id'),
    )
    .leftJoin('ticket_type as t', (join) =>
      join.onRef('t.id', '=', 'k.ticket_type_id').on('t.kind', '=', 'add_on'),
    )
    .leftJoin('order as o', 'o.id', 'k.order_id')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.order_id', '=', 'o.id').on('p.use', '=', 'sale'),
    )
    .leftJoin('check_in as u', 'u.undone_id', 'c.id')
    .leftJoin('account as ua', 'ua.id', 'u.validator_id')
    .leftJoin('gate_phone as ud', 'ud.id', 'u.device_id')
    .select(['c.id', 'c.event_id', 'c.at', 'c.ticket_number', 'c.admits', 'c.reason', 'c.note'])
    .select(['c.let_in', 'c.is_offline', 'u.at as undone_at', 'u.note as undone_note'])
    .select(['g.name as gate', 't.name as add_on', 'k.order_line_id', 'o.email'])
    .select(sql<string | null>`coalesce(c.validator_id, c.device_id)`.as('validator_id'))
    .select(sql<string | null>`coalesce(a.full_name, d.name)`.as('validator'))
    .select(sql<string | null>`coalesce(ua.full_name, ud.name)`.as('undone_by'))
    .select(sql<CheckInResult>`c.result`.as('result'))
    .select(sql<CheckInMethod>`c.method`.as('method'))
    .select(sql<'in' | 'out'>`c.kind`.as('kind'))
    .select(hadLeft.as('is_return'))
    .select(sql<boolean>`d.revoked_at is not null`.as('is_phone_revoked'))
    .select(
      sql<
        string | null
      >`coalesce(p.phone, o.phone, case when o.id is not null then 'Erased' end)`.as('phone'),
    )
    .select(sql<boolean>`${isVisibleTo(viewer, 'buyers')}`.as('sees_buyer'))
    .select(seesNumbers(viewer).as('sees_numbers'))
    .where('c.event_id', '=', eventId)
    // The condition is a constant in the SQL text, so that a generic plan can use the index
    // check_in__why.
    .$if(byReason || reason === 'undone', (q) => q.where(sql<boolean>`c.kind = 'in'`))
    .$if(reason === 'left', (q) => q.where(sql<boolean>`(c.kind = 'out' or ${hadLeft})`))
    .$if(reason === undefined || reason === 'left', (q) =>
      q.where(sql<boolean>`c.kind in ('in', 'out')`),
    )
    .where(isVisibleTo(viewer))
    .where(isBeyond(wanted))
    .$if(results !== undefined, (q) => q.where('c.result', 'in', results!))
    .$if(reason === 'undone', (q) => q.where('u.id', 'is not', null))
    .$if(byReason, (q) =>
      q
        .where(sql<boolean>`coalesce(c.reason, c.result) = ${reason}`)
        .where(sql<boolean>`(c.reason is not null or c.result <> 'valid')`),
    )
    .orderBy(sortedBy(wanted.sorting))
    .limit(wanted.limit + 1)
    .execute()
  return rows.map(maskRow)
}
