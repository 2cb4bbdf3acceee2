import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

export type PackedList = { next: string; is_whole: boolean; entries: Buffer; count: number }

type Wanted = {
  eventId: string
  /** The `next` of the list before; null for all of it. */
  since: string | null
  /** The gates in their places: those of `GateEvent`. */
  gates: { n: number; id: string | null }[]
}

/**
 * The list as packList packs it, made where the tickets are: fifty phones that are paired at once
 * cost this process nothing. `next` is the oldest transaction that still ran, so that none which
 * commits later is passed over; what it names comes again. One from the future was told by a
 * database that is gone: then the whole list is sent.
 */
export async function selectTicketList(
  db: Db,
  { eventId, since, gates }: Wanted,
): Promise<PackedList> {
  const { rows } = await sql<PackedList>`
    with asked as (
      select pg_snapshot_xmin(pg_current_snapshot()) as next, ${since}::text::xid8 as since
    ), places as (
      select n, id from jsonb_to_recordset(${JSON.stringify(gates)}::jsonb) p(n int, id uuid)
    ), entries as (
      select substring(sha256(convert_to(k.event_id::text || substr(k.number, 1, 10), 'UTF8'))
          for 6) as hash,
        substring(sha256(convert_to(k.event_id::text || k.number, 'UTF8')) for 2) as proof,
        (case when k.state = 'void' then 0 else greatest(0, k.admits - k.admitted) end) * 8
          + case when k.state <> 'void' then 0 else case k.void_reason when 'refunded' then 1
            when 'transferred' then 2 when 'revoked' then 3 else 4 end end as left_and_state,
        coalesce(p.n, 0) * 8 + t.type_offset as gate_and_type
      from asked a
        join ticket k on k.event_id = ${eventId} and (a.since is null or a.since > a.next
          or k.changed_xid >= a.since)
        join ticket_type t on t.id = k.ticket_type_id
        left join places p on p.id = k.gate_id
    )
    select a.next::text, a.since is null or a.since > a.next as is_whole, e.count, e.entries
    from asked a cross join (
      select count(*)::int as count, coalesce(string_agg(hash || proof
        || set_byte(set_byte('\\x0000'::bytea, 0, left_and_state), 1, gate_and_type), ''::bytea
        order by hash), ''::bytea) as entries
      from entries
    ) e`.execute(db)
  return rows[0]!
}
