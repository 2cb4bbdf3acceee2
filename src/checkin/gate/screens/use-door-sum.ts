import { useEffect, useReducer, useState } from 'react'
import type { GateEvent } from '../../gate.contract.ts'
import {
  closedText,
  type DoorType,
  dayNote,
  doorPrice,
  doorTypes,
  quantitiesOf,
  readChosen,
  unitsNote,
} from '../engine/door-price.ts'
import { type GateSession, timeAt } from '../engine/session.ts'
import { otherDayOfType } from '../engine/ticket-days.ts'
import { useSession } from './use-session.ts'

const SECOND_MS = 1000

const NONE = 'No tickets are sold at the door.'
/** Shown if the chosen type is no longer sold at the door. */
const CHOOSE = 'Choose another ticket.'

/** `typed` is the price that a buyer chose; `code` is null until 'Have a code?' is pressed. */
type Choice = { typeId: string; quantity: number; typed: string; code: string | null }
/**
 * A sum that does not come from the list: the server's sum until the next list, the server's sum
 * with the code, or the sum of a request without a response that may have sold the tickets.
 */
type FixedSum = { amount: number; isFree: boolean; until: GateEvent | 'code' | 'response' }

/**
 * The chosen tickets of a door sale and their sum. The steward accepts a sum by choosing tickets.
 * After the sum has changed without a choice, `isChanged` is true until the steward accepts it, so
 * that no press can sell at a sum that the steward has not read.
 */
export function useDoorSum(session: GateSession) {
  const { event } = useSession(session).pairing
  const now = useServerTime(session)
  const types = doorTypes(event)
  const [choice, setChoice] = useState(() => firstChoice(event, now))
  const [accepted, setAccepted] = useState(() => sumOf(event, choice, now).amount)
  const [fixed, setFixed] = useState<FixedSum | null>(null)
  const { type, chosen, price, ...listed } = sumOf(event, choice, now)
  const isFixed = fixed !== null && [event, 'code', 'response'].includes(fixed.until)
  const { amount, isFree } = isFixed ? fixed : listed
  const isCoded = choice.code !== null && choice.code.trim() !== ''
  const needsPrice = type?.lowest !== undefined && chosen === null
  // The phone knows no codes: only the server knows the sum.
  const needsCheck = isCoded && !isFixed
  return {
    ...choice,
    ...{ event, types, type, now, amount, isFree, isCoded },
    /** False if the price is as low without the code. */
    isLowered: isCoded && amount < listed.amount,
    hasCodes: event.has_codes === true,
    /** The chosen price of one ticket. Null if it is not a price within the bounds. */
    chosen,
    needsPrice,
    needsCheck,
    /** The price step and the fee of the sum. Absent if only the server knows them. */
    price: price?.amount === amount ? price : undefined,
    /** The number of people in the units, or the gates that redeem an add-on. */
    note: type ? unitsNote(type, choice.quantity, event) : null,
    /** The note about the day of tickets that let no one in today. */
    dayNote: type ? dayNote(event, type, now) : null,
    closed: type ? closedText(type, now) : types.length > 0 ? CHOOSE : NONE,
    isChanged: type !== undefined && amount !== accepted && !needsPrice && !needsCheck,
    choose: (some: Partial<Choice>) => {
      const next = types.find(({ id }) => id === some.typeId)
      const own = next && { typed: suggestedBy(next), quantity: quantityFor(next, type, choice) }
      const chosen = { ...choice, ...own, ...some }
      setChoice(chosen)
      setAccepted(sumOf(event, chosen, timeAt(session)).amount)
      setFixed(null)
    },
    accept: () => setAccepted(amount),
    /** Called when the server has refused the sum and returned the right sum. */
    onChange: (sum: number) => {
      const until = isCoded ? 'code' : session.state.pairing.event
      setFixed({ amount: sum, isFree: sum === 0, until })
    },
    /** Called with the server's sum, after the steward has requested the sum with the code. */
    onChecked: (sum: number) => {
      setFixed({ amount: sum, isFree: sum === 0, until: 'code' })
      setAccepted(sum)
    },
    onNoResponse: () => setFixed({ amount, isFree, until: 'response' }),
  }
}

export type DoorSum = ReturnType<typeof useDoorSum>

const suggestedBy = ({ suggested }: GateEvent['types'][number]) =>
  suggested === undefined ? '' : String(suggested)

/** Keeps the quantity if the unit is the same: 3 people are not 3 tables. Otherwise the least. */
function quantityFor(next: DoorType, before: DoorType | undefined, { quantity }: Choice): number {
  const { sold_in = 1, min_per_order: least = 1 } = next
  const isSameUnit = sold_in === (before?.sold_in ?? 1) && next.isAddOn === before?.isAddOn
  return isSameUnit && quantitiesOf(next).includes(quantity) ? quantity : least
}

/** The first type on sale, if possible for today, with the minimum quantity of an order. */
function firstChoice(event: GateEvent, now: number): Choice {
  const types = doorTypes(event)
  const onSale = types.filter((one) => closedText(one, now) === null)
  const type =
    onSale.find((one) => otherDayOfType(event, one, now) === null) ?? onSale[0] ?? types[0]
  const typed = type ? suggestedBy(type) : ''
  return { typeId: type?.id ?? '', quantity: type?.min_per_order ?? 1, typed, code: null }
}

/** The sum by the list. `isFree` is true only if the type is free or the buyer chooses 0. */
function sumOf(event: GateEvent, { typeId, quantity, typed }: Choice, now: number) {
  const type = doorTypes(event).find(({ id }) => id === typeId)
  const chosen = type?.lowest === undefined ? null : readChosen(type, typed, quantity)
  const price = type && doorPrice(type, quantity, now, chosen)
  const isFree = type?.is_free === true || chosen === 0
  return { type, chosen, price, amount: price?.amount ?? 0, isFree }
}

/** The server's time in ms. Renders again each second, because prices change. */
function useServerTime(session: GateSession): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return timeAt(session)
}
