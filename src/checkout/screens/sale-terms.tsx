import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { isSaleOver, offeredTypes, saleStart } from '../../events/price.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { linesFor, offerFor } from '../choice.rules.ts'
import { pricesAt, typesAt } from '../sale-prices.rules.ts'
import { ConfirmNumberLater } from './confirm-number-later.tsx'
import { SaleStart } from './sale-start.tsx'
import { TypeNotes } from './type-notes.tsx'
import type { Sale } from './use-purchase.ts'
import { useSaleClock } from './use-sale-clock.ts'

export type SaleTermsProps = {
  event: EventReply
  /** Renders the tickets by the terms `sale`. Without `sale`, at the prices of the reply. */
  children: (sale?: Sale) => ReactNode
}

/** The present terms of an event with sale windows, steps or a fee on top. */
export function SaleTerms({ event, children }: SaleTermsProps) {
  const { ticket_types: types } = event
  const { revalidate } = useRevalidator()
  const clock = useSaleClock(event, revalidate)
  const start = saleStart(types)
  const firstFree = types.find((type) => type.is_free && type.sale_from === start)
  const priceOf = pricesAt(clock.now)
  return children({
    now: clock.now,
    priceOf,
    typesOf: (all, own) => typesAt(all, own, clock.now),
    offeredOf: offeredTypes,
    linesOf: (all, choice, order) => linesFor(all, choice, order?.lines ?? null, priceOf),
    offerOf: (all, lines) => offerFor(all, lines, priceOf),
    notesOf: (type, line) => <TypeNotes type={type} line={line} eventStart={start} clock={clock} />,
    fieldsOf: () => ({}),
    code: null,
    notice: start && (
      <div className="mb-3">
        <Notice>
          <SaleStart from={start} clock={clock} />
          {firstFree && <ConfirmNumberLater {...{ event, type: firstFree, from: start, clock }} />}
        </Notice>
      </div>
    ),
    isOver: isSaleOver(types),
  })
}
