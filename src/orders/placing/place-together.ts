import { assert } from '../../platform/assert.ts'
import { coalesceByDatabase } from '../../platform/database/coalesce.ts'
import {
  isCheckViolation,
  isDatabaseUnavailable,
  isEndedForAnother,
  isHeldElsewhere,
  isUniqueViolation,
} from '../../platform/database/db.ts'
import type { AppError } from '../../platform/errors.ts'
import { waitForTypes } from '../stock.sql.ts'
import { answerOrder, type PlaceDeps, type PlacedOrder, termsOf } from './answer-order.ts'
import type { Asked } from './judge-order.sql.ts'
import { type Allow, placeAlone } from './place-alone.ts'
import { type Gate, type Placed, placeAtOnce } from './place-at-once.sql.ts'
import { type Standing, standingIn } from './standing.ts'

/** Who else has a say in whether an order is placed: in the statement, or around one alone. */
export type Guard = {
  /** Those of one name are asked together. */
  name: string
  gate: (now: Date) => Gate
  /** What the gate's word means for the buyer. */
  refuse: (refusal: string, waitS: number | null) => AppError
  allow: Allow
}

type ToPlace = {
  deps: PlaceDeps
  asked: Asked
  guard: Guard | undefined
  /** It was seen that it needs more than one statement. */
  goesAlone?: boolean
}

/** How one is to be asked again. */
type Again = 'together' | 'alone'

/** What became of one: how it is to be asked again, or its answer, which may be thrown. */
type Outcome = { again: Again | null; answer: () => PlacedOrder }

/** It goes on to its event's line. */
type Left = { goesOn: Again }

/** Somebody else has had a lock that one of them needs for longer than a moment: none was placed. */
const HELD = 'held elsewhere'

/**
 * Those of all events, in one statement, which waits for nobody's ticket types. What is left then (of
 * a type that somebody else has, or hanging on what another order does) goes on to its event's line.
 */
const atOnce = coalesceByDatabase<ToPlace, Outcome | Left>({
  run: async (all) => {
    const standing = standingIn(all[0]!.deps.db)
    // The others stand behind those of their event that went on before.
    const free = all.filter((one) => !standing.has(eventOf(one)))
    const ends = await placeFree(free)
    return all.map((one) => {
      const end = ends.get(one)
      if (end?.again === null) return end
      standing.join(eventOf(one))
      return { goesOn: end?.again ?? 'together' }
    })
  },
  again: () => null,
})

/** Those of one event. It waits for ticket types for a moment, and asks again what is to be asked. */
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

/** Those of the same ticket types. They have no lock while they wait for one. */
const beside = coalesceByDatabase<ToPlace, Outcome>({
  run: async (all) => {
    await waitForTypes(all[0]!.deps.db, typesOf(all[0]!))
    return await placeAll(all)
  },
  again: ({ again }) => again,
})

/**
 * Places an order with all that have come to this process since the last commit, each as if it came
 * after those before it. Throws what is refused of this one.
 *
 * Nobody waits for what orders of other events wait for. Where locks are held elsewhere for longer
 * than a moment, orders go on beside their event's line, those of the same ticket types together, and
 * those that come meanwhile behind them: who wants other types waits for none of it.
 */
export async function placeTogether(
  deps: PlaceDeps,
  asked: Asked,
  guard: Guard | undefined,
): Promise<PlacedOrder> {
  const one = { deps, asked, guard }
  const standing = standingIn(deps.db)
  const event = eventOf(one)
  if (standing.has(event)) {
    standing.join(event)
    return await goOn(one)
  }
  const end = await atOnce(deps.db, guard?.name ?? FREE, one)
  if ('answer' in end) return end.answer()
  return await goOn({ ...one, goesAlone: end.goesOn === 'alone' })
}

/** It stands in its event's line already. */
async function goOn(one: ToPlace): Promise<PlacedOrder> {
  const standing = standingIn(one.deps.db)
  try {
    return await passLine(one, standing)
  } finally {
    standing.leave(eventOf(one))
  }
}

async function passLine(one: ToPlace, standing: Standing): Promise<PlacedOrder> {
  const { db } = one.deps
  const types = typesOf(one)
  if (!types.some((type) => standing.has(type))) {
    const end = await line(db, eventOf(one), one)
    if (end !== HELD) return end.answer()
  }
  for (const type of types) standing.join(type)
  try {
    return (await beside(db, `${eventOf(one)} ${types}`, one)).answer()
  } finally {
    for (const type of types) standing.leave(type)
  }
}

const FREE = 'free'

const eventOf = ({ asked, guard }: ToPlace) => `${asked.orders[0]!.event_id} ${guard?.name ?? FREE}`

const typesOf = ({ asked }: ToPlace) =>
  asked.lines.map(({ ticket_type_id }) => ticket_type_id).sort()

const idOf = ({ asked }: ToPlace) => asked.orders[0]!.id

/** None of them is placed where one makes the statement fail: its event's line finds out which. */
async function placeFree(all: ToPlace[]): Promise<Map<ToPlace, Outcome>> {
  if (all.length === 0) return new Map()
  try {
    const ends = await askAll(all, { waits: false })
    return new Map(all.map((one, at) => [one, ends[at]!]))
  } catch (error) {
    if (isDatabaseUnavailable(error) && !isHeldElsewhere(error)) throw error
    return new Map()
  }
}

async function placeAll(all: ToPlace[]): Promise<Outcome[]> {
  return all.length === 1 ? [await placeOne(all[0]!)] : await askAll(all, { waits: true })
}

type Patience = { waits: boolean }

async function askAll(all: ToPlace[], patience: Patience): Promise<Outcome[]> {
  // Of one id only the first: its lines are found by it.
  const first = new Map<string, ToPlace>()
  for (const one of all) if (!first.has(idOf(one))) first.set(idOf(one), one)
  const placed = await ask([...first.values()], patience)
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
  const end = one.goesAlone ? null : await endAtOnce(one)
  if (end) return end
  const order = await placeAlone(deps, asked, guard?.allow ?? ((place) => place()))
  return { again: null, answer: () => order }
}

/** Null where it needs more than one statement. */
async function endAtOnce(one: ToPlace): Promise<Outcome | null> {
  try {
    const { answer, isLeft } = outcomeOf(one, (await ask([one], { waits: true }))[0]!)
    return isLeft ? null : { again: null, answer }
  } catch (error) {
    if (isForAnother(error)) return null
    throw error
  }
}

/** One that was placed in the same moment, or tickets that were given back in it. */
function isForAnother(error: unknown): boolean {
  return (
    isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key') ||
    isCheckViolation(error, 'ticket_type__capacity') ||
    isEndedForAnother(error)
  )
}

async function ask(orders: ToPlace[], { waits }: Patience): Promise<Placed[]> {
  const { deps, guard } = orders.at(-1)!
  const asked = {
    orders: orders.flatMap((one) => one.asked.orders),
    lines: orders.flatMap((one) => one.asked.lines),
  }
  const terms = termsOf(deps)
  return await placeAtOnce(deps.db, asked, terms, { gate: guard?.gate(terms.now), waits })
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
