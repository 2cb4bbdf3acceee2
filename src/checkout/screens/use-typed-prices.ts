import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readTypedPrices, type TypedPrices } from '../chosen-price.rules.ts'
import { readPurchase } from './kept-purchase.ts'

type State = { usr?: { prices?: TypedPrices } } | null

/**
 * The prices that the buyer chooses. Like the choice of tickets, they are stored in the tab's
 * history, so that they still exist after a reload or on return from another page.
 */
export function useTypedPrices(eventId: string) {
  const [params] = useSearchParams()
  const [typed, setTyped] = useState(() => readTypedPrices(params))
  useEffect(() => {
    const kept = keptPrices(eventId)
    if (kept) setTyped((before) => ({ ...before, ...kept }))
  }, [eventId])
  useEffect(() => {
    if (Object.keys(typed).length > 0) keepPrices(typed)
  }, [typed])
  function setPrice(ticketTypeId: string, price: string): void {
    setTyped((before) => ({ ...before, [ticketTypeId]: price }))
  }
  return { typed, setPrice }
}

/** The prices in this history entry, else the prices of the order that this browser sent. */
function keptPrices(eventId: string): TypedPrices | null {
  const { prices } = (history.state as State)?.usr ?? {}
  if (prices) return prices
  const lines = readPurchase(eventId).order?.lines.filter(({ isChosen }) => isChosen) ?? []
  const chosen = lines.map(({ ticketTypeId, priceKes }) => [ticketTypeId, String(priceKes)])
  return chosen.length > 0 ? Object.fromEntries(chosen) : null
}

function keepPrices(prices: TypedPrices): void {
  const state = history.state as State
  try {
    history.replaceState({ ...state, usr: { ...state?.usr, prices } }, '')
  } catch {
    // Some browsers throw if a page changes its history too often. The prices are then lost.
  }
}
