import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { buyStop, isAllTaken } from '../../events/sales.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { type ChosenLine, priceField, quantitiesOf, quantityField } from '../choice.rules.ts'
import type { PurchaseEvent } from '../purchase.rules.ts'
import { AllTakenLater } from './all-taken-later.tsx'
import { BuyBar } from './buy-bar.tsx'
import { CancelledLater } from './cancelled-later.tsx'
import type { HiddenFields } from './payment-form.tsx'
import { PICK_FORM } from './pick-form.ts'
import { PurchasePanel } from './purchase-panel.tsx'
import { isNarrow, Sheet } from './sheet.tsx'
import { TicketPicker } from './ticket-picker.tsx'
import { type PurchaseStart, type Sale, usePurchase } from './use-purchase.ts'
import { useSheetEntry } from './use-sheet-entry.ts'

/** The card of the summary. On a wide screen it stays in view while the page scrolls. */
const SUMMARY = 'rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6 lg:sticky lg:top-6'

/**
 * Ticket selection and its summary. They are in a side column of the event page, or on a phone in
 * the middle of the page. A long list of tickets is in the main column (ui/site.css).
 */
export function BuyTickets({
  event,
  orderId,
  start,
  sale,
  onPay,
}: {
  event: EventReply
  orderId: string
  start: PurchaseStart
  sale?: Sale
  onPay: () => void
}) {
  const running = usePurchase(event, { start, sale })
  const { purchase, lines, types, offer, isPicking, dispatch } = running
  const { step } = purchase
  const [wantsSheet, setSheet] = useState(false)
  const payable = offer ? offer.lines : lines
  useEffect(() => {
    if (!isPicking) onPay()
  }, [isPicking, onPay])
  // Without scripts the server responds with a whole page, scrolled to the payment panel. The query
  // keeps the code and the source of the visit. `?pay` makes the address differ from the page's:
  // browsers drop their copy of a page to which they post; Back would then begin a second order.
  const action = `?pay&${useLocation().search.slice(1)}#pay`
  const closed = whyClosed(event, sale)
  // An open payment stays visible, even if the event has sold out since the payment began.
  const hasPanel = (!closed && !sale?.notice) || step.at !== 'choosing'
  const isChoosing = step.at === 'choosing'
  const isSheet = wantsSheet && !isChoosing
  const isOpen = isPicking || step.at === 'sending'
  const isTaken = isAllTaken(event)
  const hasBar = isOpen && !isSheet && hasPanel && (lines.length > 0 || (!closed && !isTaken))
  function open(form: PurchaseEvent): void {
    if (!isChoosing) return
    setSheet(isNarrow())
    dispatch(form)
  }
  function close(): void {
    setSheet(false)
    dispatch({ is: 'closed' })
  }
  function reopen(): void {
    if (!isChoosing) setSheet(true)
    else if (payable.length > 0) open({ is: 'opened', choice: quantitiesOf(payable) })
    else history.back()
  }
  useSheetEntry(isSheet, reopen, close)
  const rows = {
    types,
    lines,
    notesOf: sale?.notesOf,
    disabled: !isPicking,
    onChange: (ticketTypeId: string, quantity: number) =>
      dispatch({ is: 'chose', types: event.ticket_types, ticketTypeId, quantity }),
  }
  const panel = hasPanel && (
    <PurchasePanel
      purchase={purchase}
      lines={lines}
      offer={offer}
      event={event}
      types={types}
      isSheet={isSheet}
      action={action}
      hidden={{ ...hiddenFields(payable, orderId), ...sale?.fieldsOf(payable) }}
      onPay={(typed) => dispatch({ is: 'pay', wanted: { event, lines: payable, typed } })}
      onNumber={(phoneNumber) => dispatch({ is: 'renumbered', phoneNumber })}
      onMore={() => dispatch({ is: 'more' })}
      onOther={close}
      onMoved={running.resume}
    />
  )
  return (
    <div className="flex flex-col gap-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
      {/* On a phone, tickets that cannot be chosen stand below the summary, which says why. */}
      <section aria-labelledby="tickets" className={isOpen ? undefined : 'order-1 md:order-none'}>
        <h2 id="tickets" className="mb-3 text-lead font-bold tracking-tight">
          Tickets
        </h2>
        {isTaken && isChoosing && (lines.length === 0 || purchase.order) && (
          <AllTakenLater onContinue={purchase.order && (() => open({ is: 'continued' }))} />
        )}
        {!closed && sale?.notice}
        {closed ?? (
          <form
            id={PICK_FORM}
            action={action}
            onSubmit={(submit) => {
              submit.preventDefault()
              if (payable.length > 0) open({ is: 'opened', choice: quantitiesOf(payable) })
            }}
          >
            {sale?.rowsOf?.(TicketPicker, rows) ?? <TicketPicker {...rows} />}
          </form>
        )}
        {sale?.code}
      </section>
      {panel && isSheet && (
        <Sheet onClose={close}>
          <aside aria-label="Summary">{panel}</aside>
        </Sheet>
      )}
      {panel && !isSheet && (
        <aside id="pay" aria-label="Summary" className={SUMMARY}>
          {panel}
          {event.money && (
            <p className="mt-6 text-small text-quiet">
              Your money stays with us until the morning after the event
            </p>
          )}
        </aside>
      )}
      {hasBar && (
        <BuyBar
          words={sale?.wordsOf?.(lines)}
          types={sale ? sale.offeredOf(types) : types}
          lines={lines}
          offer={offer}
          at={step.at}
        />
      )}
    </div>
  )
}

function whyClosed(event: EventReply, sale: Sale | undefined) {
  const { cancelled_at } = event
  if (cancelled_at !== null) return <CancelledLater event={{ ...event, cancelled_at }} />
  const stop = buyStop(event)
  if (stop === 'closed' || sale?.isOver) return <Notice>Ticket sales have ended</Notice>
  if (stop === 'sold_out') {
    return (
      <Notice>
        <strong>Sold Out</strong>
      </Notice>
    )
  }
  if (event.ticket_types[0]) return null
  // All types are hidden until the buyer enters a code, so the page only shows the code field.
  return sale?.code ? true : <Notice>Tickets at the gate</Notice>
}

function hiddenFields(lines: ChosenLine[], orderId: string): HiddenFields {
  const fields = lines.flatMap(({ ticketTypeId, quantity, priceKes = 0 }) => [
    [quantityField(ticketTypeId), String(quantity)],
    [priceField(ticketTypeId), String(priceKes)],
  ])
  return { orderId, ...Object.fromEntries(fields) }
}
