import { EventError } from '../events/errors.ts'
import type { EventList, EventQuery } from '../events/events.contract.ts'
import { findDialledCode, readUnlocked } from '../events/search/event-with-code.ts'
import { listPublicEvents, readPublicEvent } from '../events/search/public-events.ts'
import { batchByDatabase } from '../platform/database/batch.ts'
import { toKes } from '../platform/values/money.rules.ts'
import type { DialledEvent, UssdDeps } from './visit.ts'

type Read = () => Promise<unknown>

const shareRead = batchByDatabase<Read, unknown>(readOnce)

/**
 * Shares one read among turns, because thousands of callers dial an event when its sale begins. A
 * turn only shares a read that began after the turn arrived, so no screen shows data older than its
 * turn.
 */
async function share<T>({ db }: UssdDeps, key: string, read: () => Promise<T>): Promise<T> {
  return (await shareRead(db, key, read)) as T
}

async function readOnce(reads: Read[]): Promise<unknown[]> {
  const one = await reads[0]!()
  return reads.map(() => one)
}

/**
 * Reads a public event, with the types that the promo code `promo` unlocks and the prices that it
 * lowers. If the code cannot be used now, returns the event without its effects and without
 * `dialled`. Null if the event is no longer public.
 */
export async function readEvent(
  deps: UssdDeps,
  id: string,
  promo?: string,
): Promise<DialledEvent | null> {
  const key = promo === undefined ? id : `${id} ${promo}`
  const known = deps.seen?.get(key)
  if (known !== undefined) return known
  const event = await share(deps, key, () => readAnew(deps, id, promo))
  deps.seen?.set(key, event)
  return event
}

async function readAnew(
  deps: UssdDeps,
  id: string,
  digits: string | undefined,
): Promise<DialledEvent | null> {
  if (digits !== undefined) {
    const code = await findDialledCode(deps, { id, digits })
    return code ? await readCoded(deps, id, code) : await readEvent(deps, id)
  }
  try {
    return await readPublicEvent(deps, id)
  } catch (error) {
    if (error instanceof EventError) return null
    throw error
  }
}

type Code = NonNullable<Awaited<ReturnType<typeof findDialledCode>>>

async function readCoded(deps: UssdDeps, id: string, code: Code): Promise<DialledEvent | null> {
  const found = await readUnlocked(deps, id, code)
  if (!found) return null
  const { event, typeIds } = found
  const { kind, percent, value_cents, left, max_per_phone, digits } = code
  const value = value_cents === null ? null : toKes(value_cents)
  const terms = { kind, percent, value, left, max_per_phone }
  // A caller with an access code wants the types that it unlocks, so they come before the others.
  const isUnlocked = (type: { id: string }) => kind === 'access' && typeIds.includes(type.id)
  const ticket_types = event.ticket_types.toSorted(
    (one, other) => Number(isUnlocked(other)) - Number(isUnlocked(one)),
  )
  return { ...event, ticket_types, dialled: { id: code.id, digits, typeIds, ...terms } }
}

export async function listEvents(deps: UssdDeps, query: EventQuery): Promise<EventList> {
  return await share(deps, JSON.stringify(query), () => listPublicEvents(deps, query))
}
