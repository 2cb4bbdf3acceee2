import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { BY_TICKET, countAnswers, selectAnswers } from '../../questions/figures.sql.ts'
import { writeTable } from '../csv-table.ts'

/** The answers of an event as CSV: a row for each person, a column for each question. */
export async function* exportAnswers(
  db: Db,
  _viewer: Viewer,
  eventId: string,
): AsyncGenerator<string> {
  const questions = await countAnswers(db, eventId)
  yield* writeTable({
    headings: [
      ...['Ticket Number', 'Ticket Type', 'Phone', 'Person'],
      ...questions.map(({ text_en }) => text_en),
    ],
    sorting: BY_TICKET,
    read: (page) => selectAnswers(db, eventId, page),
    cells: ({ number, ticket_type, phone, person, answers }) => [
      ...[number, ticket_type, phone ?? '', person === 0 ? 'All' : person],
      ...questions.map(({ id }) => answers[id] ?? ''),
    ],
  })
}
