import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Validation, ValidationList, ValidationQuery } from '../checkin.contract.ts'
import { resultsOf, validationStatus } from '../checkin.rules.ts'
import { findOwnEvent } from '../own-event.ts'
import { selectValidations, VALIDATION_SORTS, type ValidationRow } from './validations.sql.ts'

/** Includes undone check-ins and marks them as undone. */
export async function listValidations(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  query: ValidationQuery,
): Promise<ValidationList> {
  const eventId = query.event_id
  await findOwnEvent(deps.db, viewer, eventId)
  const { sort = '-timestamp', status, reason } = query
  const wanted = readPage(VALIDATION_SORTS[sort], query, 50)
  const results = status && resultsOf(status)
  const rows = await selectValidations(deps.db, viewer, { eventId, results, reason, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(toReply), next_cursor }
}

function toReply(row: ValidationRow): Validation {
  const {
    at,
    method,
    order_line_id,
    phone,
    email,
    undone_at,
    undone_by,
    undone_note,
    note,
    add_on,
    ...rest
  } = row
  return {
    ...rest,
    words: note,
    ...(add_on !== null && { add_on }),
    ...validationStatus(row.result),
    timestamp: at.toISOString(),
    validation_type: row.kind === 'out' ? 'exit' : method,
    undone: undone_at && {
      timestamp: undone_at.toISOString(),
      validator: undone_by,
      words: undone_note,
    },
    transaction: order_line_id === null ? null : { id: order_line_id, phone_number: phone!, email },
  }
}
