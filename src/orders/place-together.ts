import { assert } from '../platform/assert.ts'
import { coalesceByDatabase } from '../platform/coalesce.ts'
import {
  type Db,
  isCheckViolation,
  isEndedForAnother,
  isHeldElsewhere,
  isUniqueViolation,
} from '../platform/db.ts'
import type { AppError } from '../platform/errors.ts'
import { answerOrder, type PlaceDeps, type PlacedOrder, termsOf } from './answer-order.ts'
import type { Asked } from './judge-order.sql.ts'
import { type Allow, placeAlone } from './place-alone.ts'
import { type Gate, type Placed, placeAtOnce } from './place-at-once.sql.ts'
import { waitForTypes } from './stock.sql.ts'

/** Who else has a say in whether an order is placed: in the statement, or around one alone. */
export type Guard = {
  /** Those of one name are asked together. */
  name: string
  gate: (now: Date) => Gate
  /** What the gate's word means for the buyer. */
  refuse: (refusal: string, waitS: number | null) => AppError
  allow: Allow
}

type ToPlace = { deps: PlaceDeps; asked: Asked; guard: Guard | undefined }

/** What became of one: how it is to be asked again, or its answer, which may be thrown. */
type Outcome = { again: 'together' | 'alone' | null; answer: () => PlacedOrder }

/** Somebody else has had a lock that one of them needs for longer than a moment: none was placed. */
const HELD = 'held elsewhere'

const line = coalesceByDatabase<ToPlace, Outcome | typeof HELD>({
  run: async (all) => {
    try {
      return await placeAll(all)
    } catch (error) {
      if (isHeldElsewhere(error)) return all.map(() => HELD)
      throw error
    }
  },
  again: (end) => (end === HELD ? null : end.again),
})

/** Of the same ticket types. They have no lock while they wait for one. */
const beside = coalesceByDatabase<ToPlace, Outcome>({
  run: async (all) => {
    await waitForTypes(all[0]!.deps.db, typesOf(all[0]!.asked))
    return await placeAll(all)
  },
  again: ({ again }) => again,
})

/** Of each database how many orders stand beside the lines, by the ticket types that they want. */
const standing = new WeakMap<Db, Map<string, number>>()

/**
 * Places an order with all that have come to this process for its event since the last commit, each
 * as if it came after those before it. Throws what is refused of this one.
 *
 * Where locks are held elsewhere for longer than a moment, orders go on beside the line, those of the
 * same ticket types together, and those that come meanwhile behind them: who wants other types waits
 * for none of it.
 */
export async function placeTogether(
  deps: PlaceDeps,
  asked: Asked,
  guard: Guard | undefined,
): Promise<PlacedOrder> {
  const { db } = deps
  const one = { deps, asked, guard }
  const key = `${asked.orders[0]!.event_id} ${guard?.name ?? 'free'}`
  const types = typesOf(asked)
  const now = standing.get(db) ?? new Map<string, number>()
  standing.set(db, now)
  if (!types.some((type) => now.has(type))) {
    const end = await line(db, key, one)
    if (end !== HELD) return end.answer()
  }
  for (const type of types) now.set(type, (now.get(type) ?? 0) + 1)
  try {
    return (await beside(db, `${key} ${types}`, one)).answer()
  } finally {
    for (const type of types) {
      if (now.get(type) === 1) now.delete(type)
      else now.set(type, now.get(type)! - 1)
    }
  }
}

const typesOf = ({ lines }: Asked) => lines.map(({ ticket_type_id }) => ticket_type_id).sort()

const idOf = ({ asked }: ToPlace) => asked.orders[0]!.id

async function placeAll(all: ToPlace[]): Promise<Outcome[]> {
  if (all.length === 1) return [await placeOne(all[0]!)]
  // Of one id only the first: its lines are found by it.
  const first = new Map<string, ToPlace>()
  for (const one of all) if (!first.has(idOf(one))) first.set(idOf(one), one)
  const placed = await ask([...first.values()])
  const found = new Map(placed.map((one) => [one.id, outcomeOf(first.get(one.id)!, one)]))
  return all.map((one) => {
    const outcome = found.get(idOf(one))!
    return first.get(idOf(one)) === one ? outcome : repeated(one, first.get(idOf(one))!, outcome)
  })
}

/** The same order again is told what the first is, or finds it; another one of its id comes after it. */
function repeated(one: ToPlace, first: ToPlace, { again, answer }: Outcome): Outcome {
  const isSame = one.asked.orders[0]!.fingerprint === first.asked.orders[0]!.fingerprint
  if (!isSame) return { again: 'alone', answer }
  return { again, answer: () => ({ orderId: answer().orderId, isNew: false }) }
}

async function placeOne(one: ToPlace): Promise<Outcome> {
  const { deps, asked, guard } = one
  try {
    const { answer, isLeft } = outcomeOf(one, (await ask([one]))[0]!)
    if (!isLeft) return { again: null, answer }
  } catch (error) {
    if (!isForAnother(error)) throw error
  }
  const order = await placeAlone(deps, asked, guard?.allow ?? ((place) => place()))
  return { again: null, answer: () => order }
}

/** One that was placed in the same moment, or tickets that were given back in it. */
function isForAnother(error: unknown): boolean {
  return (
    isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key') ||
    isCheckViolation(error, 'ticket_type__capacity') ||
    isEndedForAnother(error)
  )
}

async function ask(orders: ToPlace[]): Promise<Placed[]> {
  const { deps, guard } = orders.at(-1)!
  const asked = {
    orders: orders.flatMap((one) => one.asked.orders),
    lines: orders.flatMap((one) => one.asked.lines),
  }
  const terms = termsOf(deps)
  return await placeAtOnce(deps.db, asked, terms, guard?.gate(terms.now))
}

function outcomeOf({ deps, asked, guard }: ToPlace, placed: Placed): Outcome & { isLeft: boolean } {
  const { verdict, is_final, refusal, wait_s, held_until } = placed
  const answer = () => {
    assert(verdict !== 'again' && verdict !== 'stale', 'it is asked again')
    if (verdict === 'refused') throw guard!.refuse(refusal!, wait_s)
    const order = answerOrder(deps, { ...placed, verdict, shares: [{ held_until }] })
    return order.isNew ? { ...order, placed: placedOf(deps, asked, placed) } : order
  }
  if (verdict === 'again') return { again: 'alone', isLeft: true, answer }
  return { again: is_final ? null : 'together', isLeft: verdict === 'stale', answer }
}

function placedOf({ clock }: PlaceDeps, { orders }: Asked, placed: Placed): PlacedOrder['placed'] {
  const { code, event_id, phone, pays_by } = orders[0]!
  const { id, amount_cents, event_title } = placed
  assert(amount_cents !== null && event_title !== null, 'a placed order has an event and a sum')
  return { id, code, event_id, event_title, phone, amount_cents, pays_by, since: clock.now() }
}
