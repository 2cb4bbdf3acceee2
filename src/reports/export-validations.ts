import { validationStatus } from '../checkin/checkin.rules.ts'
import { selectValidations } from '../checkin/checkin.sql.ts'
import { nairobiDateTime } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Viewer } from '../platform/viewer.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.rules.ts'

const BATCH = 1000

const HEADINGS = [
  'Timestamp',
  'Ticket Number',
  'Contact',
  'Validator',
  'Type',
  'Status',
  'Is Valid',
]

type Row = Awaited<ReturnType<typeof selectValidations>>[number]

/** An event's check-ins as CSV, newest first; the next lines are read when these were taken. */
export async function* exportValidations(
  db: Db,
  viewer: Viewer,
  eventId: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  for (let after: { at: Date; id: string } | undefined; ; ) {
    const found: Row[] = await selectValidations(db, viewer, { eventId, after, limit: BATCH })
    const { length } = found
    const rows = found.slice(0, BATCH)
    // See export-transactions.ts.
    found.length = 0
    const last = rows.at(-1)
    if (last) yield rows.map(writeLine).join('')
    if (!last || length <= BATCH) return
    after = { at: last.at, id: last.id }
  }
}

function writeLine(row: Row): string {
  const { status, is_valid } = validationStatus(row.result)
  return csvLine([
    nairobiDateTime(row.at),
    row.ticket_number,
    [row.phone, row.email].filter(Boolean).join(', '),
    row.validator ?? row.validator_id ?? '',
    row.method,
    status,
    is_valid ? 'Yes' : 'No',
  ])
}
