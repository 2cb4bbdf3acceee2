import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { takePage } from '../platform/list-page.ts'
import { toKes } from '../platform/money.rules.ts'
import type { Viewer } from '../platform/viewer.ts'
import { checkEvent } from './check-event.ts'
import { phonePatterns } from './phone-search.rules.ts'
import type {
  TransactionList,
  TransactionQuery,
  TransactionReply,
  TransactionSort,
} from './transactions.contract.ts'
import { type Position, selectTransactions, type TransactionRow } from './transactions.sql.ts'

const LIMIT = 50

/** One page of what was paid. Throws event_not_found, and invalid_field for a cursor of another list. */
export async function listTransactions(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { event_id: eventId = null, sort = '-created_at', status = null } = query
  if (eventId !== null) await checkEvent(db, viewer, eventId)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, sort)
  const phone = phonePatterns(query.phone ?? '')
  if (phone?.length === 0) return { data: [], next_cursor: null }
  const limit = Number(query.limit ?? LIMIT)
  const filter = { eventId, phone, status, sort, after }
  const rows = await selectTransactions(db, viewer, filter, limit + 1)
  const { page, next_cursor } = takePage(rows, limit, (last) => writeCursor(last, sort))
  return { data: page.map(describeTransaction), next_cursor }
}

function describeTransaction(row: TransactionRow): TransactionReply {
  return {
    id: row.id,
    order_id: row.order_id,
    created_at: row.paid_at.toISOString(),
    event_id: row.event_id,
    event: { id: row.event_id, title: row.event_title },
    ticket_type_id: row.ticket_type_id,
    ticket_type: { id: row.ticket_type_id, name: row.ticket_type_name },
    quantity: row.quantity,
    amount: toKes(row.amount_cents),
    phone_number: row.phone,
    email: row.email,
    reference: row.reference,
    status: row.status,
  }
}

const isByAmount = (sort: TransactionSort) => sort.endsWith('amount')

function writeCursor(row: TransactionRow, sort: TransactionSort): string {
  const value = isByAmount(sort) ? row.amount_cents : row.paid_at.toISOString()
  return Buffer.from(`${sort} ${value} ${row.id}`).toString('base64url')
}

function readCursor(cursor: string, sort: TransactionSort): Position {
  const [of, text = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const value = isByAmount(sort) ? readAmount(text) : readInstant(text)
  if (of === sort && value !== null && isUuid(id)) return { value, id }
  throw new AppError('invalid_field', {
    text: 'cursor is not one that this list gave.',
    details: { field: 'cursor' },
  })
}

function readAmount(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}

function readInstant(text: string): Date | null {
  const at = new Date(/^\d{4}-[\d-]{5}T[\d:.]{12}Z$/.test(text) ? text : Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}
