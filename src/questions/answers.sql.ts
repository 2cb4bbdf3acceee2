import { sql } from 'kysely'
import { isUpcoming } from '../events/sales.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { holderPhone } from '../tickets/holder.sql.ts'
import type { AskedQuestion } from './answers.contract.ts'
import { isAsked } from './asked.sql.ts'

export type AskedTicket = {
  id: string
  admits: number
  /** Whether the ticket is valid or used and paid for, and its event neither cancelled nor over. */
  isOpen: boolean
  /** The phone that has the ticket; null if erased. */
  holder: string | null
  language: Language
  event_title: string
}

export async function selectTicketId(db: Db, number: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ticket')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.id
}

/** Takes the lock that each change of the ticket takes. */
export async function lockAskedTicket(tx: Tx, id: string, now: Date): Promise<AskedTicket> {
  await sql`select from ticket where id = ${id} for no key update`.execute(tx)
  return await selectAskedTicket(tx, id, now)
}

export async function selectAskedTicket(db: Db, id: string, now: Date): Promise<AskedTicket> {
  const { rows } = await sql<AskedTicket>`
    select k.id, k.admits,
      k.state <> 'void' and o.state = 'issued' and e.cancelled_at is null
        and ${isUpcoming(now)} as "isOpen",
      ${holderPhone} as holder,
      o.language, e.title as event_title
    from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
    where k.id = ${id}`.execute(db)
  return rows[0]!
}

/** The questions that are asked about the ticket today. With `locks`, they cannot change. */
export async function selectAsked(
  db: Db,
  ticketId: string,
  { now, locks }: { now: Date; locks: boolean },
): Promise<AskedQuestion[]> {
  const { rows } = await sql<AskedQuestion>`
    select q.id, q.text_en, q.text_sw, q.why_en, q.why_sw, q.kind, q.choices, q.per, q.until::text
    from ticket k join ticket_type t on t.id = k.ticket_type_id
      join question q on q.event_id = k.event_id
    where k.id = ${ticketId} and ${isAsked(now)}
    order by q.position, q.id ${locks ? sql`for share of q` : sql``}`.execute(db)
  return rows
}

export type Answered = { question_id: string; person: number }

/** Which questions the ticket's people have answered, without the answers. */
export async function selectAnswered(db: Db, ticketId: string): Promise<Answered[]> {
  return await db
    .selectFrom('answer')
    .select(['question_id', 'person'])
    .where('ticket_id', '=', ticketId)
    .orderBy('question_id')
    .orderBy('person')
    .execute()
}

/** The people with an answer, by ticket. */
export async function selectAnsweredPeople(db: Db, ticketIds: readonly string[]) {
  const { rows } = await sql<{ ticket_id: string; people: number[] }>`
    select ticket_id, array_agg(distinct person::int order by person::int) as people from answer
    where ticket_id = any(${ticketIds}::uuid[]) group by ticket_id`.execute(db)
  return rows
}

export async function upsertAnswers(
  tx: Tx,
  ticketId: string,
  answers: readonly (Answered & { value: string })[],
  now: Date,
): Promise<void> {
  await sql`
    insert into answer (ticket_id, question_id, person, value, at)
    select ${ticketId}, question_id, person, value, ${now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as a(question_id uuid, person smallint, value text)
    on conflict (ticket_id, question_id, person)
      do update set value = excluded.value, at = excluded.at`.execute(tx)
}
