import { type Dispatch, type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { type Choice, type ChosenLine, linesFor, writeChoice } from '../choice.rules.ts'
import { PAYMENT_FAILED } from '../order-wait.rules.ts'
import { howToPay, nextStep, type PurchaseNews, type PurchaseStep } from '../purchase.rules.ts'
import type { Watch } from './order-calls.tsx'
import { forgetPaid, paidOrder } from './paid-orders.tsx'
import type { PaymentTyped } from './payment-form.tsx'
import type { Desk } from './settle-purchase.tsx'
import { forgetOrder, type StoredOrder, storedOrder, storeOrder } from './stored-order.tsx'

export type PurchaseStart = { choice: Choice; typed: PaymentTyped; step: PurchaseStep }

/** Choosing and paying on the event page; takes up what a reload or a closed tab left open. */
export function usePurchase(event: EventReply, start: PurchaseStart) {
  const [step, tell] = useReducer(nextStep, start.step)
  const [choice, setChoice] = useState(start.choice)
  const [typed, setTyped] = useState(start.typed)
  const [stored, setStored] = useState<StoredOrder | null>(null)
  const desk = useDesk(event.id, tell, setStored)
  useKeptChoice(choice, setChoice)
  const show = (order: StoredOrder) => {
    setChoice(quantitiesOf(order.lines))
    setTyped({ phoneNumber: order.phoneNumber, email: order.email ?? '' })
  }
  const watch = useWatch(event.id, tell, (listen) => {
    const order = storedOrder(event.id)
    const paid = paidOrder(event.id)
    if (!order) return paid && tell({ is: 'paid', paid })
    setStored(order)
    show(order)
    tell({ is: 'sending' })
    void run(desk, ({ takeUp }) => takeUp(desk, order, listen))
  })

  const linesOf = (chosen: Choice) => linesFor(event.ticket_types, chosen, stored?.lines ?? null)
  const lines = linesOf(choice)
  return {
    step,
    lines,
    typed,
    again: howToPay(stored, lines) === 'prompt',
    choose: (ticketTypeId: string, quantity: number) => {
      loadPaying().catch(() => {})
      setChoice((before) => ({ ...quantitiesOf(linesOf(before)), [ticketTypeId]: quantity }))
    },
    open: () => {
      // So that a reload finds the same tickets and the form open.
      history.replaceState(history.state, '', `?${writeChoice(quantitiesOf(lines))}`)
      tell({ is: 'open' })
    },
    pay: (now: PaymentTyped) => {
      setTyped(now)
      tell({ is: 'sending' })
      const purchase = { event, lines, typed: now, stored, keep: desk.current.hold, show }
      void run(desk, ({ pay }) => pay(desk, purchase, watch.current!))
    },
    buyMore: () => {
      forgetPaid(event.id)
      setChoice({})
      tell({ is: 'again' })
    },
  }
}

/** In the tab's history: who looks at another page and comes back finds the same tickets chosen. */
function useKeptChoice(choice: Choice, setChoice: (choice: Choice) => void): void {
  const isRead = useRef(false)
  useEffect(() => {
    const state = history.state as { usr?: { choice?: Choice } } | null
    const kept = isRead.current ? undefined : state?.usr?.choice
    isRead.current = true
    if (kept) return setChoice(kept)
    try {
      history.replaceState({ ...state, usr: { ...state?.usr, choice } }, '')
    } catch {
      // Some browsers allow so many changes a minute, and no more.
    }
  }, [choice, setChoice])
}

/** The newest desk, for what was begun under an older one. */
function useDesk(
  eventId: string,
  tell: Dispatch<PurchaseNews>,
  setStored: (order: StoredOrder | null) => void,
): RefObject<Desk> {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const desk: Desk = {
    eventId,
    tell,
    navigate,
    refresh: () => void revalidate(),
    hold: (order) => {
      if (order) storeOrder(order)
      else forgetOrder(eventId)
      setStored(order)
    },
  }
  const newest = useRef(desk)
  useEffect(() => {
    newest.current = desk
  })
  return newest
}

/** Listens while the page of this event is open; `begin` runs once for each. */
function useWatch(
  eventId: string,
  tell: Dispatch<PurchaseNews>,
  begin: (watch: Watch) => void,
): RefObject<Watch | null> {
  const watch = useRef<Watch | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another event begins anew
  useEffect(() => {
    const left = new AbortController()
    watch.current = {
      signal: left.signal,
      onPending: (order) => tell({ is: 'pending', order }),
      onOffline: (offline) => tell({ is: 'offline', offline }),
    }
    begin(watch.current)
    return () => left.abort()
  }, [eventId])
  return watch
}

export type Purchase = ReturnType<typeof usePurchase>

export function quantitiesOf(lines: readonly ChosenLine[]): Choice {
  return Object.fromEntries(lines.map((line) => [line.ticketTypeId, line.quantity]))
}

/** Loaded with the first ticket chosen: most who look at an event do not pay on that visit. */
const loadPaying = () => import('./settle-purchase.tsx')

/** Without its script nothing was sent, and the same button tries again. */
async function run(
  desk: RefObject<Desk>,
  work: (paying: Awaited<ReturnType<typeof loadPaying>>) => Promise<void>,
): Promise<void> {
  const paying = await loadPaying().catch(() => null)
  if (paying) await work(paying)
  else desk.current.tell({ is: 'problem', problem: PAYMENT_FAILED })
}
