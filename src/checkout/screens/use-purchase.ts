import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { linesFor } from '../choice.rules.ts'
import type { Purchase } from '../purchase.rules.ts'
import { type PageEffect, runPurchase } from './run-purchase.ts'

/** Initial state from the server's page. */
export type PurchaseStart = Pick<Purchase, 'choice' | 'typed' | 'step'>

/** Loaded when the visitor chooses the first ticket, because most visits end without a payment. */
const loadPaying = () => import('./paying.ts').then((module) => module.paying)

/**
 * Handles choosing and paying on the event page. Resumes a purchase that a reload or a closed tab
 * interrupted.
 */
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
