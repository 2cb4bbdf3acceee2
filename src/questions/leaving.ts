import type { Db } from '../platform/database/db.ts'
import { selectAnsweredPeople } from './answers.sql.ts'
import { leavingOrder, peopleOf, WHOLE_TICKET } from './question.rules.ts'

type Leaving = { id: string; number: string; admits: number; people: number }

/**
 * The people whose answers are deleted if `people` people leave each ticket. The number 0 stands
 * for the answers about the whole ticket. Leaves out tickets that lose no answer.
 */
export async function readLostAnswers(
  db: Db,
  tickets: readonly Leaving[],
): Promise<{ ticket_number: string; people: number[] }[]> {
  const ids = tickets.map(({ id }) => id)
  const rows = await selectAnsweredPeople(db, ids)
  return tickets.flatMap(({ id, number, admits, people }) => {
    const answered = rows.find((row) => row.ticket_id === id)?.people ?? []
    const order = leavingOrder(peopleOf(admits, answered), answered).slice(0, people)
    const lost = people >= admits ? answered : answered.filter((one) => order.includes(one))
    return lost.length > 0 ? [{ ticket_number: number, people: lost }] : []
  })
}

/** Whether a person of the tickets has answered. Answers about whole tickets do not count. */
export async function havePeopleAnswered(db: Db, ticketIds: readonly string[]): Promise<boolean> {
  const rows = await selectAnsweredPeople(db, ticketIds)
  return rows.some(({ people }) => people.some((person) => person !== WHOLE_TICKET))
}
