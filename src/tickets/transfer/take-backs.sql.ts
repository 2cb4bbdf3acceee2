import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

type TransferredTicket = {
  id: string
  number: string
  phone: string
  people: number
  at: Date
  /** True until the friend opens the ticket, comes in, or transfers the whole ticket. */
  isUntouched: boolean
  openedAt: Date | null
}

const transferred = sql`
  select k.id, k.number, k.holder_phone as phone, k.admits as people, k.created_at as at,
    k.state = 'valid' and k.admitted = 0 and k.excess = 0 and k.opened_at is null as "isUntouched",
    k.opened_at as "openedAt"
  from ticket k`

/** Tickets made by transfers from this ticket, oldest first, without tickets taken back. */
export async function selectTransferred(db: Db, ticketId: string): Promise<TransferredTicket[]> {
  const { rows } = await sql<TransferredTicket>`${transferred}
    where k.sent_from = ${ticketId} and not exists (
      select from ticket_transfer b where b.takes_back = k.id and b.state = 'done'
    )
    order by k.created_at, k.part`.execute(db)
  return rows
}

/** Locks a transferred ticket. Undefined if the ticket was not transferred from `ticketId`. */
export async function lockTransferred(
  tx: Tx,
  ticketId: string,
  transferredId: string,
): Promise<TransferredTicket | undefined> {
  await sql`select from ticket where id in (${ticketId}, ${transferredId}) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<TransferredTicket>`${transferred}
    where k.sent_from = ${ticketId} and k.id = ${transferredId}`.execute(tx)
  return rows[0]
}

/** Id of the open request to take the ticket back; null if none. */
export async function selectTakeBack(
  tx: Tx,
  transferredId: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_transfer
    where takes_back = ${transferredId} and state = 'asked' and expires_at > ${now}`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Returns people to a ticket. A ticket that is void because all its people were transferred becomes
 * valid again. Returns false if the ticket is void for another reason.
 */
export async function returnToTicket(tx: Tx, id: string, people: number): Promise<boolean> {
  const result = await sql`
    update ticket k set admits = back.admits, admitted = least(k.admitted, back.admits),
      state = 'valid', void_reason = null
    from (
      select id, case when state = 'void' then 0 else admits end + ${people}::int as admits
      from ticket where id = ${id}
    ) back
    where k.id = back.id and (k.state <> 'void' or k.void_reason = 'transferred')`.execute(tx)
  return result.numAffectedRows === 1n
}
