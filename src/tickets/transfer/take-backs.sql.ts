import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

/** A ticket that was transferred to a friend. */
export type GivenTicket = {
  id: string
  number: string
  phone: string
  people: number
  at: Date
  /** True until the friend has opened the ticket, came in, or transferred it. */
  isUntouched: boolean
}

const given = sql`
  select k.id, k.number, p.phone, k.admits as people, t.done_at as at,
    k.state = 'valid' and k.admitted = 0 and k.excess = 0 and k.opened_at is null as "isUntouched"
  from ticket_transfer t join ticket_transfer_part p on p.transfer_id = t.id
    join ticket k on k.id = p.ticket_id`

/** The tickets made from this ticket by transfers, oldest first, without those taken back. */
export async function selectGiven(db: Db, ticketId: string): Promise<GivenTicket[]> {
  const { rows } = await sql<GivenTicket>`${given}
    where t.ticket_id = ${ticketId} and t.state = 'done' and not exists (
      select from ticket_transfer b where b.takes_back = k.id and b.state = 'done'
    )
    order by t.done_at, p.position`.execute(db)
  return rows
}

/** Locks a ticket and a ticket made from it, by id. Undefined if no transfer made the one from the other. */
export async function lockGiven(
  tx: Tx,
  ticketId: string,
  givenId: string,
): Promise<GivenTicket | undefined> {
  await sql`select from ticket where id in (${ticketId}, ${givenId}) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<GivenTicket>`${given}
    where t.ticket_id = ${ticketId} and t.state = 'done' and k.id = ${givenId}`.execute(tx)
  return rows[0]
}

/** The open request to take a ticket back, if there is one. */
export async function selectTakeBack(tx: Tx, givenId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_transfer
    where takes_back = ${givenId} and state = 'asked' and expires_at > ${now}`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Adds people to a ticket: it admits more, and is valid again if it was void because all its people
 * were transferred. Returns false if it is void for another reason.
 */
export async function giveToTicket(tx: Tx, id: string, people: number): Promise<boolean> {
  const result = await sql`
    update ticket set admits = case when state = 'void' then 0 else admits end + ${people}::int,
      state = 'valid', void_reason = null
    where id = ${id} and (state <> 'void' or void_reason = 'transferred')`.execute(tx)
  return result.numAffectedRows === 1n
}

/**
 * Records that the holder of a transferred ticket has opened it, once, unless it is void. Waits for a
 * take-back in progress.
 */
export async function markOpened(db: Db, id: string, now: Date): Promise<void> {
  await sql`update ticket set opened_at = ${now}
    where id = ${id} and opened_at is null and state <> 'void'`.execute(db)
}
