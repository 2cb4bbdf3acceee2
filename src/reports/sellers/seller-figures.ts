import { checkEvent } from '../../events/check-event.ts'
import { nextSellerNumber } from '../../events/sellers/seller.rules.ts'
import { toSeller } from '../../events/sellers/sellers.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'
import type { SellerList } from './seller-figures.contract.ts'
import {
  type Figures,
  NEWEST_SALES,
  type SourceLine,
  selectSellers,
  selectSourceLines,
} from './seller-figures.sql.ts'

/** The sellers of an event with their figures. Throws event_not_found. */
export async function readSellers(
  { db, reads, env }: Pick<Deps, 'db' | 'reads' | 'env'>,
  viewer: Viewer,
  eventId: string,
): Promise<SellerList> {
  await checkEvent(db, viewer, eventId)
  const rows = await selectSellers(reads, viewer, eventId)
  return {
    data: rows.map((row) => ({ ...toSeller(env.publicOrigin, row), ...toFigures(row) })),
    next_number: nextSellerNumber(rows.map(({ number }) => number)),
  }
}

/** Figures as replies have them, in shillings. */
export const toFigures = ({ visits, orders, tickets, inside, ...row }: Figures) => ({
  ...{ visits, orders, tickets, inside },
  paid: toKes(row.paid_cents),
  refunded: toKes(row.refunded_cents),
  owed: toKes(row.owed_cents),
})

const HEADINGS = [
  ...['Order', 'Paid At', 'Ticket Type', 'Quantity', 'Amount', 'Refunded'],
  ...['Seller', 'Number', 'Commission'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
]

/** The paid lines with a seller or utm words as CSV, newest first. */
export function exportSellers(db: Db, viewer: Viewer, eventId: string): AsyncGenerator<string> {
  return writeTable({
    headings: HEADINGS,
    sorting: NEWEST_SALES,
    read: (page) => selectSourceLines(db, viewer, eventId, page),
    cells: sourceCells,
  })
}

function sourceCells(row: SourceLine) {
  return [
    row.order_code,
    nairobiDateTime(row.paid_at),
    row.ticket_type,
    row.quantity,
    toKes(row.amount_cents),
    toKes(row.refunded_cents),
    row.seller ?? '',
    row.number ?? '',
    row.number === null ? '' : toKes(row.commission_cents),
    ...row.utm.map((word) => word ?? ''),
  ]
}
