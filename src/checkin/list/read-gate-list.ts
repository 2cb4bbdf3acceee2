import { createHash } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { selectKeys } from '../../tickets/issuing/gate-keys.sql.ts'
import { isPerDay, typeDaysOf } from '../days.rules.ts'
import type { GateEvent, GateList, GateListQuery } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { noteContact, resetProofs } from '../gate-phones.sql.ts'
import { readGateEvent } from './gate-event.ts'
import {
  firstDayOf,
  LIST_FORM,
  MAX_GATES,
  ONE_DAY_FORM,
  toColumns,
  usesSince,
} from './ticket-list.rules.ts'
import { type ListKind, selectTicketList } from './ticket-list.sql.ts'

/**
 * Returns the ticket list for a phone: the whole list, or the changes since the phone's last list.
 * The reply contains no list if the phone cannot read the format of this list. Also stores what the
 * phone reports about itself.
 */
export async function readGateList(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  query: GateListQuery,
): Promise<GateList> {
  const now = clock.now()
  const { event, prices } = await readGateEvent(db, phone.eventId, { env, now })
  await noteContact(db, phone.id, { ...readReport(query, now), prices }, now)
  await resetProofs(db, phone.id)
  const kind = kindOf(event, query.form)
  const mark = markOf(event, kind)
  const list =
    kind === null
      ? null
      : await selectTicketList(db, {
          eventId: phone.eventId,
          since: readSince(query.since, mark),
          gates: event.gates.filter(({ n }) => n < MAX_GATES),
          kind,
        })
  // Read the keys after the list, so that the key of each listed number is among them.
  const [newest, ...older] = await selectKeys(db, phone.eventId)
  assert(newest, 'a phone was paired without a key')
  const isNew = Number(query.version) !== newest.version
  return {
    next: list ? `${list.next}.${mark}` : '',
    is_whole: list?.is_whole ?? true,
    entries: '',
    ...(list && {
      columns: Buffer.from(toColumns(list)).toString('base64'),
      used_by: list.used_by,
      older_keys: isNew ? older.map(({ key }) => key.toString('base64url')) : null,
    }),
    count: list?.count ?? 0,
    event,
    version: newest.version,
    key: isNew ? newest.key.toString('base64url') : null,
    proof_limit: proofLimit(event, query.form, env),
    server_time: now.toISOString(),
  }
}

/** Null if the phone's app cannot read any format of this event's list. */
function kindOf(event: GateEvent, form: string | undefined): ListKind | null {
  if (form !== LIST_FORM && form !== ONE_DAY_FORM) return null
  const firstDay = firstDayOf(event)
  if (firstDay === undefined) return { form: 'one_day' }
  if (form !== LIST_FORM) return { form: 'undecided' }
  const types = [...event.types, ...(event.extras ?? [])]
  const perDay = types.filter((type) => isPerDay(typeDaysOf(event.days!, type)))
  return { form: 'by_day', since: usesSince(firstDay), perDay: perDay.map(({ id }) => id) }
}

/**
 * The number of unlisted tickets that the phone may admit before it gets a new list. 0 for an event
 * of several days if the phone's app does not support days.
 */
export function proofLimit(
  event: Pick<GateEvent, 'days'>,
  form: string | undefined,
  { gateProofLimit }: Pick<Deps['env'], 'gateProofLimit'>,
): number {
  return event.days && form !== LIST_FORM ? 0 : gateProofLimit
}

/**
 * Entries refer to gates by index, and uses count minutes from the first day. So phones need the
 * full list if the gates or the first day change.
 */
function markOf(event: GateEvent, kind: ListKind | null): string {
  const places = event.gates.map(({ id }) => id).join()
  const days = event.days ? `;${kind?.form};${firstDayOf(event)}` : ''
  return createHash('sha256')
    .update(places + days)
    .digest('base64url')
    .slice(0, 8)
}

/** Null if the full list is needed: `since` is missing or malformed, or the mark has changed. */
function readSince(since: string | undefined, mark: string): string | null {
  const [xid, of] = (since ?? '').split('.')
  return of === mark && /^\d{1,19}$/.test(xid!) ? xid! : null
}

const DAY_MS = 86_400_000
const BATTERY_MAX = 100

function readReport(query: GateListQuery, now: Date) {
  const clockMs = query.device_at ? Date.parse(query.device_at) - now.getTime() : Number.NaN
  return {
    unsent: query.unsent === undefined ? null : Number(query.unsent),
    battery: query.battery === undefined ? null : Math.min(BATTERY_MAX, Number(query.battery)),
    // Limited to the range of the column, because a phone's clock can be wrong by years.
    clockMs: Number.isNaN(clockMs)
      ? null
      : Math.max(-9999 * DAY_MS, Math.min(9999 * DAY_MS, clockMs)),
    app: query.app ?? null,
    form: Number(query.form ?? 0),
  }
}
