import { randomId } from '../../ui/random-id.ts'
import {
  nextChoice,
  type OrderCall,
  type Purchase,
  type PurchaseEffect,
  type PurchaseEvent,
} from '../purchase.rules.ts'
import { keepInAddress, keepPurchase, readPurchase } from './kept-purchase.ts'
import type { paying } from './paying.ts'

/** Effects that the page itself carries out. */
export type PageEffect = Extract<PurchaseEffect, { do: 'refresh' | 'success' }>

type Paying = Pick<typeof paying, 'next' | 'call'>
type Visit = { signal: AbortSignal; page: (effect: PageEffect) => void }

type PurchaseParts = {
  eventId: string
  start: Purchase
  show: (purchase: Purchase) => void
  loadPaying: () => Promise<Paying>
}

/**
 * Runs a purchase. `dispatch` takes each event, carries out the resulting effects, and dispatches
 * the events that follow from them.
 */
export function runPurchase({ eventId, start, show, loadPaying }: PurchaseParts) {
  let purchase = start
  let visit: Visit | null = null
  let loaded: Paying | null = null

  function dispatch(event: PurchaseEvent): void {
    const next = loaded?.next ?? nextChoice
    const came = next(purchase, event, { now: Date.now(), freshId: randomId() })
    purchase = came.purchase
    came.effects.forEach(act)
    show(purchase)
  }

  function act(effect: PurchaseEffect): void {
    // Ignores effects before the visit begins: they would overwrite the stored purchase, which
    // 'arrived' has not read yet.
    if (!visit || visit.signal.aborted) return
    if (effect.do === 'keep') keepPurchase(eventId, effect.kept)
    else if (effect.do === 'address') keepInAddress(effect.choice)
    else if (effect.do === 'load') void load(effect.next, visit.signal)
    else if (effect.do === 'call') void call(effect.call, visit.signal)
    else visit.page(effect)
  }

  async function load(next: PurchaseEvent | null, left: AbortSignal): Promise<void> {
    const found = await (loaded ?? loadPaying().catch(() => null))
    loaded ??= found
    if (next && !left.aborted) dispatch(found ? next : { is: 'unloaded' })
  }

  async function call(to: OrderCall, left: AbortSignal): Promise<void> {
    for await (const news of loaded!.call(to, left)) {
      if (left.aborted) return
      dispatch(news)
    }
  }

  /** Resumes the stored purchase, as if the page had been loaded again. */
  const resume = () => dispatch({ is: 'arrived', kept: readPurchase(eventId) })

  return {
    dispatch,
    resume,
    /**
     * Starts a visit and returns the function that ends it. The end of a visit aborts the visit's
     * calls, and later events of the calls are ignored.
     */
    open: (page: Visit['page']) => {
      const left = new AbortController()
      visit = { signal: left.signal, page }
      resume()
      return () => left.abort()
    },
  }
}
