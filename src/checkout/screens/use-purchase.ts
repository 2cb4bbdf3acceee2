import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { buyStop, isAllTaken } from '../../events/sales.rules.ts'
import { reloadIfUpdated } from '../../ui/gone-file.ts'
import {
  type Choice,
  type ChosenLine,
  linesFor,
  type Offer,
  offerFor,
  type PriceOf,
  withOwn,
} from '../choice.rules.ts'
import type { Purchase, StoredOrder } from '../purchase.rules.ts'
import type { HiddenFields } from './payment-form.tsx'
import { type PageEffect, runPurchase } from './run-purchase.ts'

/** The terms of an event with sale windows, steps, a fee on top, codes or chosen prices. */
export type Sale = {
  typesOf: (
    types: readonly TicketTypeReply[],
    own: readonly ChosenLine[] | null,
  ) => TicketTypeReply[]
  /** The server's time, in ms. */
  now: number
  priceOf: PriceOf
  offeredOf: (types: readonly TicketTypeReply[]) => readonly TicketTypeReply[]
  linesOf: (
    types: readonly TicketTypeReply[],
    choice: Choice,
    order: StoredOrder | null,
  ) => ChosenLine[]
  offerOf: (
    types: readonly TicketTypeReply[],
    lines: readonly ChosenLine[],
    order: StoredOrder | null,
  ) => Offer | null
  /** The lines below the price of a type. */
  notesOf: (type: TicketTypeReply, line: ChosenLine | undefined) => ReactNode
  /** Replaces the summary before the first sale, and the tickets if no later sale is planned. */
  notice: ReactNode
  /** The hidden fields with which a form without scripts posts the lines. */
  fieldsOf: (lines: readonly ChosenLine[]) => HiddenFields
  /** 'Have a code?' or the applied code, below the tickets; null if the event has no code. */
  code: ReactNode
  isOver: boolean
  /** Renders the ticket rows, and below them the add-ons. `Rows` is loaded with the page. */
  rowsOf?: (Rows: ComponentType<RowsProps>, rows: RowsProps) => ReactNode
  /** Chosen tables and add-ons in words; undefined for plain tickets. */
  wordsOf?: (lines: readonly ChosenLine[]) => ReactNode
}

export type RowsProps = {
  title?: string
  types: readonly TicketTypeReply[]
  lines: readonly ChosenLine[]
  notesOf: Sale['notesOf'] | undefined
  disabled: boolean
  onChange: (ticketTypeId: string, quantity: number) => void
}

/** Initial state from the server's page. */
export type PurchaseStart = Pick<Purchase, 'choice' | 'typed' | 'step'>

/** Loaded when the visitor chooses the first ticket, because most visits end without a payment. */
const loadPaying = () =>
  import('./paying.ts').then(
    (module) => module.paying,
    async (fault: unknown) => {
      await reloadIfUpdated(fault)
      throw fault
    },
  )

/**
 * Handles choosing and paying on the event page. Resumes a purchase that a reload or a closed tab
 * interrupted.
 */
export function usePurchase(
  event: EventReply,
  { start, sale }: { start: PurchaseStart; sale: Sale | undefined },
) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const onPage = useEffectEvent((effect: PageEffect) => {
    if (effect.do === 'refresh') void revalidate()
    else void navigate('/success', { state: effect.paid })
  })
  const [purchase, show] = useState<Purchase>({ ...start, order: null, paying: null })
  const [{ dispatch, open, resume }] = useState(() =>
    runPurchase({ eventId: event.id, start: purchase, show, loadPaying }),
  )
  useEffect(() => open((effect) => onPage(effect)), [open])
  const { choice, order } = purchase
  const own = order?.lines ?? null
  const types = (sale?.typesOf ?? withOwn)(event.ticket_types, own)
  const lines = sale ? sale.linesOf(types, choice, order) : linesFor(types, choice, own)
  const isPicking = purchase.step.at === 'choosing' || purchase.step.at === 'form'
  const offer =
    isPicking && !buyStop(event)
      ? sale
        ? sale.offerOf(types, lines, order)
        : offerFor(types, lines)
      : null
  useReturning(isPicking && (offer?.isShort || isAllTaken(event)), revalidate)
  return { purchase, lines, types, offer, isPicking, dispatch, resume }
}

const LOOK_MS = 20_000

/**
 * Reads the event again every LOOK_MS while too few tickets are left, because unpaid orders release
 * tickets.
 */
function useReturning(isShort: boolean, revalidate: () => Promise<void>): void {
  const onTime = useEffectEvent(() => void (document.hidden || revalidate()))
  useEffect(() => {
    if (!isShort) return
    const timer = setInterval(() => onTime(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isShort])
}
