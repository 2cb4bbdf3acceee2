import { validationStatus } from '../../checkin/checkin.rules.ts'
import { whyWords } from '../../checkin/gate-words.rules.ts'
import { selectValidations, VALIDATION_SORTS } from '../../checkin/live/validations.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'

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

/** An event's check-ins and leavings as CSV, newest first. */
export function exportValidations(db: Db, viewer: Viewer, eventId: string): AsyncGenerator<string> {
  return writeTable({
    headings: HEADINGS,
    sorting: VALIDATION_SORTS['-timestamp'],
    read: (page) => selectValidations(db, viewer, { eventId, ...page }),
    cells: cellsOf,
  })
}

function cellsOf(row: Row) {
  const { status, is_valid } = validationStatus(row.result)
  return [
    nairobiDateTime(row.at),
    row.ticket_number,
    [row.phone, row.email].filter(Boolean).join(', '),
    row.validator ?? row.validator_id ?? '',
    row.kind === 'out' ? 'exit' : row.method,
    // The specification treats every status except 'valid' and 'used' as invalid, so the reason can
    // be appended to 'invalid'.
    status === 'invalid' ? `${status} (${whyWords(row)})` : status,
    is_valid ? 'Yes' : 'No',
  ]
}
