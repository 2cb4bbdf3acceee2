import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

/** A ticket that was transferred to a friend. */
type GivenTicket = {
  id: string
  number: string
  phone: string
  people: number
  at: Date
  /** True until the friend opens the ticket, comes in, or transfers the whole ticket. */
  isUntouched: boolean
}

const given = sql`
  select k.id, k.number, k.holder_phone as phone, k.admits as people, k.created_at as at,
    k.state = 'valid' and k.admitted = 0 and k.excess = 0 and k.opened_at is null as "isUntouched"
  from ticket k`

/**
 * The tickets made from this ticket by transfers, oldest first. Leaves out tickets that were taken
 * back.
 */
export async function selectGiven(db: Db, ticketId: string): Promise<GivenTicket[]> {
  const { rows } = await sql<GivenTicket>`${given}
    where k.sent_from = ${ticketId} and not exists (
      select from ticket_transfer b where b.takes_back = k.id and b.state = 'done'
    )
    order by k.created_at, k.part`.execute(db)
  return rows
}

/**
 * Locks both tickets in the order of their ids. Returns undefined if the ticket `givenId` was not
 * transferred from `ticketId`.
 */
export async function lockGiven(
  tx: Tx,
  ticketId: string,
  givenId: string,
): Promise<GivenTicket | undefined> {
  await sql`select from ticket where id in (${ticketId}, ${givenId}) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<GivenTicket>`${given}
    where k.sent_from = ${ticketId} and k.id = ${givenId}`.execute(tx)
  return rows[0]
}

/** The id of the open request to take a ticket back. Null if there is none. */
export async function selectTakeBack(tx: Tx, givenId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_transfer
    where takes_back = ${givenId} and state = 'asked' and expires_at > ${now}`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Adds people to a ticket, which then admits more. If the ticket was void because all its people
 * were transferred, it becomes valid again. Returns false if it is void for another reason.
 */
export async function giveToTicket(tx: Tx, id: string, people: number): Promise<boolean> {
  const result = await sql`
    update ticket set admits = case when state = 'void' then 0 else admits end + ${people}::int,
      state = 'valid', void_reason = null
    where id = ${id} and (state <> 'void' or void_reason = 'transferred')`.execute(tx)
  return result.numAffectedRows === 1n
}
