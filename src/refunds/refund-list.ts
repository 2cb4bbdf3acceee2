import type { Deps } from '../platform/database/deps.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { dueBy } from './business-days.rules.ts'
import { RefundError } from './errors.ts'
import { LAST_DUE, selectRefund, selectRefunds } from './refund-list.sql.ts'
import type { RefundList, RefundQuery, RefundReply } from './refunds.contract.ts'

export async function listRefunds(
  { db }: Pick<Deps, 'db'>,
  query: RefundQuery,
): Promise<RefundList> {
  const page = readPage(LAST_DUE, query, 50)
  const { state = null, event_id = null } = query
  if (event_id !== null && !isUuid(event_id)) return { data: [], next_cursor: null }
  const rows = await selectRefunds(db, { ...page, state, eventId: event_id })
  const taken = takePage(rows, page)
  return { data: taken.page.map(toReply), next_cursor: taken.next_cursor }
}

/** Reads one refund. Throws `refund_not_found`. */
export async function readRefund({ db }: Pick<Deps, 'db'>, id: string): Promise<RefundReply> {
  const row = isUuid(id) ? await selectRefund(db, id) : undefined
  if (!row) throw new RefundError('refund_not_found')
  return toReply(row)
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

function toReply({ amount_cents, created_at, next_at, done_at, ...row }: RefundRow): RefundReply {
  return {
    ...row,
    amount: toKes(amount_cents),
    since: created_at.toISOString(),
    due_by: dueBy(nairobiDate(created_at)),
    next_at: next_at?.toISOString() ?? null,
    done_at: done_at?.toISOString() ?? null,
  } as RefundReply
}
