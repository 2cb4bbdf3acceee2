import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { ALPHABET } from '../../tickets/number.rules.ts'
import { LAST_IN } from '../checkin.sql.ts'
import type { UsedBy } from '../gate.contract.ts'

type PackedList = {
  next: string
  is_whole: boolean
  entries: Buffer
  count: number
  /** The uses (see `readUse`), and the table of gates and phones to which the uses refer. */
  uses: Buffer
  used_by: UsedBy[]
}

type ListRequest = {
  eventId: string
  /** The `next` value of the phone's previous list. Null for the full list. */
  since: string | null
  gates: { n: number; id: string | null }[]
  kind: ListKind
}

/**
 * one_day: an event of one day. by_day: an event of several days. Uses count minutes from `since`
 * (in ms), and the types `perDay` are passes that enter once per day. undecided: the phone's app
 * does not know days, so the app must not decide alone about tickets of an event of several days.
 */
export type ListKind =
  | { form: 'one_day' }
  | { form: 'by_day'; since: number; perDay: string[] }
  | { form: 'undecided' }

/** The people encoded in the ticket number (number.rules.ts). 0 for an add-on. */
const PEOPLE = sql<number>`((strpos(${ALPHABET}, substr(k.number, 1, 1)) - 1 & 3) * 8
  + (strpos(${ALPHABET}, substr(k.number, 2, 1)) - 1 >> 2))`

/**
 * The people in the ticket number, less the people still expected. Transferred people count,
 * because the number includes them and `admits` does not. For an add-on: the uses that are left.
 */
const GONE = sql<number>`least(31, case when ${PEOPLE} = 0 then greatest(0, k.admits - k.admitted)
  else greatest(0, ${PEOPLE} - greatest(0, k.admits - k.admitted)) end)`

/** Apps treat a ticket whose state they do not know as void. */
const UNKNOWN_STATE = 7

type Packing = {
  state: RawBuilder<unknown>
  isUsed: RawBuilder<unknown>
  usedAt: RawBuilder<unknown>
  /** The number of people that is stored in the use. */
  people: RawBuilder<unknown>
  /** The first three bytes of a use, as a number. */
  head: RawBuilder<unknown>
}

/** The fifth byte of a list entry: the void reason, or `gone` in its upper bits. */
const stateOf = (gone: RawBuilder<unknown>) => sql`case when k.state <> 'void' then (${gone}) * 8
  else case k.void_reason when 'refunded' then 1 when 'transferred' then 2 when 'revoked' then 3
    when 'given_back' then 5 else 4 end end`

const ONE_DAY: Packing = {
  state: stateOf(GONE),
  isUsed: sql`k.admitted >= k.admits`,
  usedAt: sql`l.at`,
  people: sql`0`,
  head: sql`greatest(1, least(16777215, floor(extract(epoch from
    used_at - timestamptz '2026-01-01 00:00+00') / 60)))::int`,
}

const UNDECIDED: Packing = { ...ONE_DAY, state: sql`${sql.lit(UNKNOWN_STATE)}`, isUsed: sql`false` }

/**
 * Packs the tickets of an event of several days. For a pass that enters once per day, the use has
 * the people and the time of the pass's latest day, and only lost (e.g. refunded) people are gone.
 */
function packByDay(since: number, perDay: string[]): Packing {
  const isPass = sql`k.ticket_type_id = any(${perDay}::uuid[])`
  const begins = sql`(k.admitted_on + time '06:00') at time zone 'Africa/Nairobi'`
  return {
    state: stateOf(sql`case when not ${isPass} then ${GONE} when ${PEOPLE} = 0 then k.admits
      else greatest(0, ${PEOPLE} - k.admits) end`),
    isUsed: sql`case when ${isPass} then k.admitted > 0 else k.admitted >= k.admits end`,
    usedAt: sql`case when ${isPass} then greatest(${begins},
      least(l.at, ${begins} + interval '23:59')) else l.at end`,
    people: sql`case when ${isPass} then k.admitted else 0 end`,
    head: sql`greatest(1, least(524287, floor((extract(epoch from used_at) * 1000
      - ${since}::float8) / 60000)))::int * 32 + people`,
  }
}

function packingOf(kind: ListKind): Packing {
  if (kind.form === 'by_day') return packByDay(kind.since, kind.perDay)
  return kind.form === 'one_day' ? ONE_DAY : UNDECIDED
}

/**
 * Packs the list inside PostgreSQL, so that fifty phones that pair at the same time do not slow
 * down this process.
 *
 * `next` is the id of the oldest transaction that is still running. The next list then includes
 * tickets that commit later, and includes some tickets twice. If `since` is in the future, it comes
 * from a database that has been replaced, so the full list is returned. If two tickets have the
 * same hash, both are left out: an offline phone decides about them by their signature.
 */
export async function selectTicketList(
  db: Db,
  { eventId, since, gates, kind }: ListRequest,
): Promise<PackedList> {
  const { state, isUsed, usedAt, people, head } = packingOf(kind)
  const { rows } = await sql<PackedList>`
    with snapshot as (
      select pg_snapshot_xmin(pg_current_snapshot()) as next, ${since}::text::xid8 as since
    ), places as (
      select n, id from jsonb_to_recordset(${JSON.stringify(gates)}::jsonb) p(n int, id uuid)
    ), entries as (
      select substring(sha256((k.event_id::text || substr(k.number, 1, 10))::bytea) for 4) as hash,
        ${state} as gone_and_state,
        coalesce(p.n, 0) as gate_n, case when ${PEOPLE} = 0 then k.admits else 0 end as redeems,
        ${usedAt} as used_at, ${people} as people, f.name as phone, g.name as gate,
        -- The index of the gate and phone that used the ticket. Gates and phones without a use get
        -- no index.
        dense_rank() over (partition by l.id is null order by f.name, l.device_id, l.gate_id) - 1
          as used_by
      from snapshot s
        join ticket k on k.event_id = ${eventId} and (s.since is null or s.since > s.next
          or k.changed_xid >= s.since) and not k.has_twin
        left join places p on p.id = k.gate_id
        left join lateral (
          ${LAST_IN} and k.state <> 'void' and ${isUsed}
          order by c.at desc, c.id desc limit 1
        ) l on true
        left join gate g on g.id = l.gate_id left join gate_phone f on f.id = l.device_id
    )
    select s.next::text, s.since is null or s.since > s.next as is_whole, e.count, e.entries, e.uses,
      (select coalesce(jsonb_agg(jsonb_build_object('phone', phone, 'gate', gate) order by used_by),
        '[]') from (select distinct used_by, phone, gate from entries where used_at is not null) b
      ) as used_by
    from snapshot s cross join (
      select count(*)::int as count, coalesce(string_agg(hash
        || set_byte(set_byte('\\x0000'::bytea, 0, gone_and_state), 1, gate_n), ''::bytea
        order by hash), ''::bytea) as entries,
        coalesce(string_agg(case when used_at is null
          then '\\x000000'::bytea || substring(int4send(redeems) from 3)
          else substring(int4send(head) from 2) || substring(int4send(used_by::int) from 3) end,
          ''::bytea order by hash), ''::bytea) as uses
      from (
        select *, ${head} as head from entries
      ) m
    ) e`.execute(db)
  return rows[0]!
}
