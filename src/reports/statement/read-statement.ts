import { AccountError } from '../../accounts/errors.ts'
import { sumComplimentary } from '../../complimentary/complimentary.sql.ts'
import { EventError } from '../../events/errors.ts'
import { readDebt, readDebts } from '../../payouts/payouts.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'
import type {
  AllStatement,
  EventStatement,
  StatementLine,
  StatementQuery,
} from './statement.contract.ts'
import { addSums, KIND_LABELS, kindOf, sumsOf } from './statement.rules.ts'
import {
  LAST_BOOKED,
  type LineRow,
  selectEventSums,
  selectOrganizer,
  selectStatement,
  selectStatementLines,
} from './statement.sql.ts'

/**
 * The amount owed for an event, and one page of its lines. Throws event_not_found for another
 * organizer's event.
 */
export async function readStatement(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  eventId: string,
  query: StatementQuery,
): Promise<EventStatement> {
  const wanted = readPage(LAST_BOOKED, query, 50)
  const found = isUuid(eventId) ? await selectStatement(db, viewer, eventId, wanted) : undefined
  if (!found) throw new EventError('event_not_found')
  const { page, next_cursor } = takePage(found.lines, wanted)
  const complimentary = await sumComplimentary(db, eventId)
  return { ...sumsOf(found.sums), complimentary, lines: page.map(toLine), next_cursor }
}

function toLine(row: LineRow): StatementLine {
  const { id, at, order_code, reference } = row
  const kind = kindOf(row)
  const amount = toKes(row.amount_cents)
  return {
    id,
    at: at.toISOString(),
    kind,
    order_code,
    reference,
    amount,
    fee: toKes(row.fee_cents),
    taken_back: row.taken_back,
    is_recorded: row.is_recorded,
  }
}

/**
 * The amount owed for all events of an organizer. An admin can read one organizer's events, or all
 * events.
 */
export async function readAllStatement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  wantedId: string | null,
): Promise<AllStatement> {
  const own = viewer.memberships?.length ? null : viewer.accountId
  const organizerId = viewer.role === 'admin' ? wantedId : own
  const organizer = organizerId === null ? null : await findOrganizer(db, organizerId)
  const rows = await selectEventSums(db, viewer, organizerId)
  const events = rows.map(({ event_id, event_title, ...cents }) => ({
    event_id,
    event_title,
    ...sumsOf(cents),
  }))
  const now = clock.now()
  const readAll = async () => (viewer.role === 'admin' ? await readDebts(db, now) : 0)
  const debtCents = organizer ? await readDebt(db, organizer.id, now) : await readAll()
  return { ...sumsOf(addSums(rows)), organizer, uncovered: toKes(debtCents), events }
}

async function findOrganizer(db: Db, id: string) {
  const organizer = isUuid(id) ? await selectOrganizer(db, id) : undefined
  if (!organizer) throw new AccountError('account_not_found')
  return organizer
}

const HEADINGS = ['Date & Time', 'Kind', 'Order', 'Reference', 'Amount', 'Fee']

/** Every line behind an event's sums as CSV text, newest first. */
export function exportStatement(db: Db, viewer: Viewer, eventId: string): AsyncGenerator<string> {
  return writeTable({
    headings: HEADINGS,
    sorting: LAST_BOOKED,
    read: (page) => selectStatementLines(db, viewer, eventId, page),
    cells: (row) => [
      nairobiDateTime(row.at),
      KIND_LABELS[kindOf(row)],
      row.order_code,
      row.reference,
      toKes(row.amount_cents),
      toKes(row.fee_cents),
    ],
  })
}
