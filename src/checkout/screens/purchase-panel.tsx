import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type ChosenLine, type Offer, totalKes } from '../choice.rules.ts'
import type { PaymentTyped, Purchase } from '../purchase.rules.ts'
import { BuyAction, PICK_FORM } from './buy-action.tsx'
import { EndedLater, loadEnded } from './ended-later.tsx'
import { OrderLines } from './order-lines.tsx'
import { PayByPaybillLater } from './pay-by-paybill-later.tsx'
import { type HiddenFields, PaymentForm } from './payment-form.tsx'
import { ShortageReasons } from './shortage.tsx'
import { loadWaiting, WaitingLater } from './waiting-later.tsx'

/** The side column of the event page: chosen tickets, total and payment. */
export function PurchasePanel({
  purchase,
  lines,
  offer,
  hasTypes,
  isSheet,
  action,
  hidden,
  onPay,
  onNumber,
  onMore,
  onOther,
}: {
  purchase: Purchase
  lines: ChosenLine[]
  /** The tickets that can be bought instead if too few are left. */
  offer: Offer | null
  hasTypes: boolean
  isSheet: boolean
  action: string
  hidden: HiddenFields
  onPay: (typed: PaymentTyped) => void
  onNumber: (phoneNumber: string) => void
  onMore: () => void
  onOther: () => void
}) {
  const { step, typed } = purchase
  const total = totalKes(lines)
  // Load the next screens while the buyer types: the network may be gone once the prompt is on the
  // phone.
  useEffect(() => {
    if (step.at === 'choosing') return
    void loadWaiting()
    void loadEnded()
  }, [step.at])
  switch (step.at) {
    case 'paid':
    case 'refund':
      return <EndedLater step={step} onMore={onMore} />
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
  if (step.at !== 'choosing' && !hasTypes) {
    return (
      <Notice look="bad" role="alert">
        Error: Ticket information is not available.
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-lead font-bold tracking-tight">Your order</h2>
      <OrderLines lines={lines} />
      {step.at === 'choosing' ? (
        <>
          {offer && (
            <Notice look="used" role="status">
              <ShortageReasons offer={offer} />
            </Notice>
          )}
          <BuyAction
            lines={lines}
            offer={offer}
            className={lines.length > 0 ? 'max-lg:hidden' : ''}
          />
          <noscript>
            <p className="mb-4">Choose your tickets, then continue to payment.</p>
            <Button type="submit" form={PICK_FORM} className="w-full">
              Click to Buy
            </Button>
          </noscript>
        </>
      ) : (
        <>
          {step.at === 'sending' && step.notice && (
            <Notice look="used" role="status">
              {step.notice}
            </Notice>
          )}
          <PaymentForm
            key={typed.phoneNumber}
            action={action}
            typed={typed}
            totalKes={total}
            offer={offer}
            isSheet={isSheet}
            busy={step.at === 'sending'}
            problem={step.at === 'form' ? step.problem : null}
            refused={step.at === 'form' ? step.refused : undefined}
            onOther={onOther}
            hidden={hidden}
            hasPaybill={step.at === 'form' && step.byPaybill !== undefined}
            onPay={onPay}
          />
          {step.at === 'form' && step.byPaybill && (
            <PayByPaybillLater {...step.byPaybill} when="failed" />
          )}
        </>
      )}
    </div>
  )
}
