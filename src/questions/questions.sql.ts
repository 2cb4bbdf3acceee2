import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { QuestionInput } from './questions.contract.ts'

/** The part of a question that an admin approves, and that never changes once it has an answer. */
export type QuestionWords = Pick<
  QuestionInput,
  'text_en' | 'text_sw' | 'why_en' | 'why_sw' | 'kind' | 'per'
> & { choices: string[] }

export type StoredQuestion = QuestionWords & {
  id: string
  position: number
  /** The types whose tickets are asked; null for all types except add-ons. */
  typeIds: string[] | null
  until: string | null
  /** Whether the door list and the gate show the answers. */
  isAtDoor: boolean
  answers: number
}

/** The questions that the event asks, in their order. */
export async function selectQuestions(db: Db, eventId: string): Promise<StoredQuestion[]> {
  const { rows } = await sql<StoredQuestion>`
    select q.id, q.position, q.text_en, q.text_sw, q.why_en, q.why_sw, q.kind, q.choices, q.per,
      q.until::text, q.is_at_door as "isAtDoor",
      case when q.type_ids is not null then (
        select coalesce(jsonb_agg(t.id order by t.id), '[]') from ticket_type t
        where t.event_id = q.event_id and q.type_ids @> to_jsonb(t.id)
      ) end as "typeIds",
      (select count(*)::int from answer where question_id = q.id) as answers
    from question q where q.event_id = ${eventId} and q.archived_at is null
    order by q.position, q.id`.execute(db)
  return rows
}

export async function asksQuestions(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from question where event_id = ${eventId} and archived_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Like `selectQuestions`. New answers wait for its lock. The caller has locked the event. */
export async function lockQuestions(tx: Tx, eventId: string): Promise<StoredQuestion[]> {
  await sql`select from question where event_id = ${eventId} and archived_at is null
    order by id for update`.execute(tx)
  return await selectQuestions(tx, eventId)
}

/** The event's ticket types. Includes archived types, because their tickets are asked, too. */
export async function selectAskedTypes(db: Db, eventId: string) {
  return await db
    .selectFrom('ticket_type')
    .select(['id', 'kind'])
    .where('event_id', '=', eventId)
    .$narrowType<{ kind: 'entry' | 'add_on' }>()
    .execute()
}

/** Whether the event was ever public, and whether its organizer publishes without review. */
export async function selectPublishing(db: Db, eventId: string) {
  const { rows } = await sql<{ wasPublished: boolean; isAlone: boolean }>`
    select e.dial_code is not null as "wasPublished",
      coalesce(a.publishes_alone, false) as "isAlone"
    from event e left join account a on a.id = e.organizer_id where e.id = ${eventId}`.execute(db)
  return rows[0]!
}

export async function insertQuestion(
  tx: Tx,
  row: Omit<StoredQuestion, 'answers'> & { event_id: string; created_at: Date },
): Promise<void> {
  const { event_id, created_at } = row
  const values = { id: row.id, event_id, created_at, ...columnsOf(row) }
  await tx.insertInto('question').values(values).execute()
}

export async function updateQuestion(
  tx: Tx,
  { id, ...row }: Omit<StoredQuestion, 'answers'>,
): Promise<void> {
  await tx.updateTable('question').set(columnsOf(row)).where('id', '=', id).execute()
}

function columnsOf(question: Omit<StoredQuestion, 'answers' | 'id'>) {
  const { text_en, text_sw, why_en, why_sw, kind, per, position, until } = question
  return {
    ...{ text_en, text_sw, why_en, why_sw, kind, per, position, until },
    is_at_door: question.isAtDoor,
    choices: JSON.stringify(question.choices),
    type_ids: question.typeIds && JSON.stringify(question.typeIds),
  }
}

/** Takes all questions off the door list, which can show the answers to only one question. */
export async function clearDoor(tx: Tx, eventId: string): Promise<void> {
  await sql`update question set is_at_door = false
    where event_id = ${eventId} and is_at_door and archived_at is null`.execute(tx)
}

/** Stops asking a question. Keeps it if it has answers, and deletes it otherwise. */
export async function removeQuestion(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    update question set archived_at = ${now}
    where id = ${id} and exists (select from answer where question_id = ${id})`.execute(tx)
  await sql`delete from question where id = ${id} and archived_at is null`.execute(tx)
}

/**
 * Copies the questions that an event asks. Does not copy which question is on the door list. Finds
 * types by their names, because the copied event has its own types.
 */
export async function copyQuestions(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await sql`
    insert into question (id, event_id, position, text_en, text_sw, why_en, why_sw, kind, choices,
      type_ids, per, created_at)
    select gen_random_uuid(), ${to}, position, text_en, text_sw, why_en, why_sw, kind, choices,
      case when type_ids is not null then (
        select coalesce(jsonb_agg(t.id), '[]')
        from ticket_type was join ticket_type t on t.name = was.name and t.kind = was.kind
        where was.event_id = ${from} and q.type_ids @> to_jsonb(was.id) and t.event_id = ${to}
      ) end, per, ${now}
    from question q where q.event_id = ${from} and q.archived_at is null`.execute(tx)
}
