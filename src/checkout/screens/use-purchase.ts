import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { linesFor } from '../choice.rules.ts'
import type { Purchase } from '../purchase.rules.ts'
import { type PageEffect, runPurchase } from './run-purchase.ts'

/** What the page came with. */
export type PurchaseStart = Pick<Purchase, 'choice' | 'typed' | 'step'>

/** With the first ticket chosen: most who look at an event do not pay on that visit. */
const loadPaying = () => import('./paying.ts').then((module) => module.paying)

/** Choosing and paying on the event page; takes up what a reload or a closed tab left open. */
export function usePurchase(event: EventReply, start: PurchaseStart) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const onPage = useEffectEvent((effect: PageEffect) => {
    if (effect.do === 'refresh') void revalidate()
    else void navigate('/success', { state: effect.paid })
  })
  const [purchase, show] = useState<Purchase>({ ...start, order: null, paying: null })
  const [{ dispatch, open }] = useState(() =>
    runPurchase({ eventId: event.id, start: purchase, show, loadPaying }),
  )
  useEffect(() => open((effect) => onPage(effect)), [open])
  const lines = linesFor(event.ticket_types, purchase.choice, purchase.order?.lines ?? null)
  return { purchase, lines, dispatch }
}
