import { checkEvent } from '../../events/check-event.ts'
import { selectDays } from '../../events/days/days.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { selectDoorQuestion } from '../../questions/door-question.sql.ts'
import { writeTable } from '../csv-table.ts'
import type { DoorList, DoorListQuery, DoorTicket } from './door-list.contract.ts'
import {
  BY_NUMBER,
  countDoorTickets,
  type DoorOf,
  selectColumns,
  selectDoorTickets,
} from './door-list.sql.ts'
import { recordExport } from './exports.ts'

/** The most tickets on a printed list: 400 sheets of A4. */
const PRINTED_MAX = 20_000

/**
 * All tickets that let people into an event of the viewer, or on one of its days, for the printed list. Recorded in the
 * audit log, like a download of the file. Throws event_not_found, or invalid_field if there are too
 * many tickets to print.
 */
export async function readDoorList(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
  query: DoorListQuery,
): Promise<DoorList> {
  const { db, clock } = deps
  const title = await checkEvent(db, viewer, id)
  const of = { eventId: id, day: await readDay(db, id, query), now: clock.now() }
  if ((await countDoorTickets(db, of)) > PRINTED_MAX) {
    throw new AppError('invalid_field', {
      text: 'This event has more than 20,000 tickets. Export the list as CSV instead.',
      details: { field: 'id' },
    })
  }
  const page = { sorting: BY_NUMBER, after: null, limit: PRINTED_MAX }
  const tickets = await selectDoorTickets(db, of, page)
  const rows = tickets.length
  await recordExport(deps, viewer, { kind: 'door_list', rows, event: { id, title } })
  return { question: await selectDoorQuestion(db, id), tickets }
}

/** The number of the day of the list, null for all days. Throws an AppError that names `day`. */
export async function readDay(
  db: Db,
  eventId: string,
  { day }: DoorListQuery,
): Promise<number | null> {
  if (day === undefined) return null
  const days = await selectDays(db, eventId)
  const found = days.find(({ n }) => String(n) === day)
  return found ? found.n : refuseField('day', 'day must be the number of a day.')
}

const HEADINGS = [
  'Ticket Number',
  'Ticket Type',
  'Admits',
  'Inside',
  'Gate',
  'Phone Ends In',
  'Guest',
]

/**
 * The door list as CSV, sorted by ticket number. Has columns for the days, the add-ons and the
 * answers to the question at the door, if the event has them.
 */
export async function* exportDoorList(db: Db, of: DoorOf): AsyncGenerator<string> {
  const { eventId } = of
  const { has_add_ons: hasAddOns, has_days: hasDays } = await selectColumns(db, eventId)
  const question = await selectDoorQuestion(db, eventId)
  yield* writeTable({
    headings: [
      ...HEADINGS,
      ...(hasDays ? ['Days'] : []),
      ...(hasAddOns ? ['Add-ons'] : []),
      ...(question === null ? [] : [question]),
    ],
    sorting: BY_NUMBER,
    read: (page) => selectDoorTickets(db, of, page),
    cells: (ticket: DoorTicket) => {
      const { number, ticket_type, admits, gate, phone_end, guest, add_ons, answer } = ticket
      const { inside = 0, dates = [] } = ticket
      return [
        ...[number, ticket_type, admits, inside, gate, phone_end, guest],
        ...(hasDays ? [dates.join(', ')] : []),
        ...(hasAddOns ? [add_ons] : []),
        ...(question === null ? [] : [answer]),
      ]
    },
  })
}
