import type { Deps } from '../platform/database/deps.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { maskRow } from '../tickets/masked-row.rules.ts'
import { dueBy } from './business-days.rules.ts'
import { RefundError } from './errors.ts'
import { LAST_DUE, selectRefund, selectRefunds } from './refund-list.sql.ts'
import type { RefundList, RefundQuery, RefundReply } from './refunds.contract.ts'
import { waitText } from './waiting.rules.ts'

export async function listRefunds(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  query: RefundQuery,
): Promise<RefundList> {
  const page = readPage(LAST_DUE, query, 50)
  const { state = null, event_id = null } = query
  if (event_id !== null && !isUuid(event_id)) return { data: [], next_cursor: null }
  const now = clock.now()
  const rows = await selectRefunds(db, { ...page, viewer, state, eventId: event_id }, now)
  const taken = takePage(rows, page)
  return { data: taken.page.map((row) => toReply(row, now)), next_cursor: taken.next_cursor }
}

/** Reads a refund of one of the viewer's events. Throws `refund_not_found`. */
export async function readRefund(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<RefundReply> {
  const now = clock.now()
  const row = isUuid(id) ? await selectRefund(db, viewer, id, now) : undefined
  if (!row) throw new RefundError('refund_not_found')
  return toReply(row, now)
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

function toReply(
  { amount_cents, created_at, next_at, waits_for, done_at, ...row }: RefundRow,
  now: Date,
): RefundReply {
  return {
    // `sees_buyer` is true, because a refund has no field that names its buyer.
    ...maskRow({ ...row, sees_buyer: true }),
    amount: toKes(amount_cents),
    since: created_at.toISOString(),
    due_by: dueBy(nairobiDate(created_at)),
    next_at: next_at?.toISOString() ?? null,
    waiting: waitText({ waits_for, next_at }, now),
    done_at: done_at?.toISOString() ?? null,
  } as RefundReply
}
