import { useEffect } from 'react'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type ChosenLine, type Offer, totalKes } from '../choice.rules.ts'
import type { PaymentTyped, Purchase } from '../purchase.rules.ts'
import { BuyAction } from './buy-action.tsx'
import { EndedLater, loadEnded } from './ended-later.tsx'
import { FreeLater } from './free-later.tsx'
import { OrderLines, OrderTotal } from './order-lines.tsx'
import { PayByPaybillLater } from './pay-by-paybill-later.tsx'
import { type HiddenFields, PaymentForm } from './payment-form.tsx'
import { PICK_FORM } from './pick-form.ts'
import { ShortageReasons } from './shortage.tsx'
import { loadWaiting, WaitingLater } from './waiting-later.tsx'

/** The most lines with which the whole card fits into a window of 600 px. */
const SHORT_LIST = 8

/** The side column of the event page: chosen tickets, total and payment. */
export function PurchasePanel({
  purchase,
  lines,
  offer,
  event,
  types,
  isSheet,
  action,
  hidden,
  onPay,
  onNumber,
  onMore,
  onOther,
  onMoved,
}: {
  purchase: Purchase
  lines: ChosenLine[]
  /** The tickets that can be bought instead if too few are left. */
  offer: Offer | null
  event: EventReply
  types: readonly TicketTypeReply[]
  isSheet: boolean
  action: string
  hidden: HiddenFields
  onPay: (typed: PaymentTyped) => void
  onNumber: (phoneNumber: string) => void
  onMore: () => void
  onOther: () => void
  /** The order, whose prompt failed, is no longer unpaid. */
  onMoved: () => void
}) {
  const { step, typed } = purchase
  const total = totalKes(lines)
  // Loads the next screens while the buyer types, because the network may be gone when the prompt
  // is on the phone.
  useEffect(() => {
    if (step.at === 'choosing') return
    void loadWaiting()
    void loadEnded()
  }, [step.at])
  switch (step.at) {
    case 'paid':
    case 'refund':
      return <EndedLater step={step} types={types} onMore={onMore} />
    case 'waiting':
      return (
        <WaitingLater
          order={step.order}
          offline={step.offline}
          maskedPhone={step.order.transaction.phone}
          amountKes={step.order.transaction.amount}
          onNumber={onNumber}
        />
      )
  }
  if (step.at !== 'choosing' && types.length === 0) {
    return (
      <Notice look="bad" role="alert">
        Error: Ticket information is not available.
      </Notice>
    )
  }
  const shown = step.at === 'form' ? step : null
  const form = {
    ...{ event, action, hidden, typed, offer, onPay, onOther },
    busy: step.at === 'sending',
    problem: shown?.problem ?? null,
    refused: shown?.refused,
  }
  return (
    <div
      className={`flex flex-col gap-4 ${isSheet ? 'low:grid low:grid-cols-2 low:grid-rows-[auto_auto_1fr] low:items-start low:gap-x-8' : ''}`}
    >
      <div>
        <h2 className="mb-4 text-lead font-bold tracking-tight">Your order</h2>
        <OrderLines lines={lines} hasTotal={step.at !== 'choosing'} />
      </div>
      {step.at === 'choosing' ? (
        // The card of a long list can be higher than the window: its total and button stay in view,
        // above its lines. Below a short list they would cover lines of a card that starts low.
        <div
          className={`-mt-4 flex flex-col gap-4 bg-paper ${lines.length > SHORT_LIST ? 'lg:sticky lg:bottom-6' : ''}`}
        >
          <OrderTotal lines={lines} />
          {offer && (
            <Notice look="used" role="status">
              <ShortageReasons offer={offer} />
            </Notice>
          )}
          <BuyAction
            types={types}
            lines={lines}
            offer={offer}
            className={lines.length > 0 ? 'max-lg:hidden' : ''}
          />
          <BuyWithoutScript />
        </div>
      ) : (
        <>
          {step.at === 'sending' && step.notice && (
            <Notice look="used" role="status">
              {step.notice}
            </Notice>
          )}
          {total === 0 && lines.length > 0 ? (
            <FreeLater types={types} lines={lines} offer={offer} form={form} />
          ) : (
            <PaymentForm
              key={typed.phoneNumber}
              {...form}
              totalKes={total}
              isSheet={isSheet}
              hasPaybill={shown?.byPaybill !== undefined}
            />
          )}
          {shown?.byPaybill && (
            <PayByPaybillLater {...shown.byPaybill} when="failed" onMoved={onMoved} />
          )}
        </>
      )}
    </div>
  )
}

function BuyWithoutScript() {
  return (
    // In a browser React leaves noscript empty, so only the server needs the content.
    <noscript>
      {import.meta.env.SSR && (
        <>
          <p className="mb-4">Choose your tickets, then continue to payment.</p>
          <Button type="submit" form={PICK_FORM} className="w-full">
            Click to Buy
          </Button>
        </>
      )}
    </noscript>
  )
}
