import { useEffect, useReducer, useState } from 'react'
import type { GateEvent } from '../../gate.contract.ts'
import { closedText, doorPrice } from '../engine/door-price.ts'
import { type GateSession, timeAt } from '../engine/session.ts'
import { useSession } from './use-session.ts'

const SECOND_MS = 1000

type Choice = { typeId: string; quantity: number }
/**
 * A sum that does not follow the list: the server's sum until the next list, or the sum of a
 * request without a response, which may be sold already.
 */
type FixedSum = { amount: number; until: GateEvent | 'response' }

/**
 * The chosen tickets of a door sale and their sum. The steward accepts a sum by choosing tickets.
 * After the sum has changed without a choice, `isChanged` is true until the steward accepts it, so
 * that no press can sell at a sum that the steward has not read.
 */
export function useDoorSum(session: GateSession) {
  const { event } = useSession(session).pairing
  const now = useServerTime(session)
  const [choice, setChoice] = useState(() => firstChoice(event, now))
  const [accepted, setAccepted] = useState(() => sumOf(event, choice, now))
  const [fixed, setFixed] = useState<FixedSum | null>(null)
  const type = event.types.find(({ id }) => id === choice.typeId)
  const price = type && doorPrice(type, choice.quantity, now)
  const isFixed = fixed !== null && [event, 'response'].includes(fixed.until)
  const amount = isFixed ? fixed.amount : (price?.amount ?? 0)
  return {
    ...choice,
    types: event.types,
    now,
    amount,
    /** The step and the fee of the sum; absent if only the server knows them. */
    price: price?.amount === amount ? price : undefined,
    closed: type ? closedText(type, now) : null,
    isChanged: amount !== accepted,
    choose: (some: Partial<Choice> = {}) => {
      const chosen = { ...choice, ...some }
      setChoice(chosen)
      setAccepted(sumOf(event, chosen, timeAt(session)))
      setFixed(null)
    },
    accept: () => setAccepted(amount),
    /** The server has refused the sum and named its own. */
    onChange: (sum: number) => setFixed({ amount: sum, until: session.state.pairing.event }),
    onNoResponse: () => setFixed({ amount, until: 'response' }),
  }
}

/** The first type on sale, for one person. */
function firstChoice({ types }: GateEvent, now: number): Choice {
  const type = types.find((one) => closedText(one, now) === null) ?? types[0]
  return { typeId: type?.id ?? '', quantity: 1 }
}

function sumOf({ types }: GateEvent, { typeId, quantity }: Choice, now: number): number {
  const type = types.find(({ id }) => id === typeId)
  return type ? doorPrice(type, quantity, now).amount : 0
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
