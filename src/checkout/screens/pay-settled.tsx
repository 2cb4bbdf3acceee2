import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { SettledOrder } from '../checkout.contract.ts'
import { type Choice, writeChoice } from '../choice.rules.ts'
import { BuyMore } from './ended.tsx'
import { keepPurchase } from './kept-purchase.ts'
import { type Refused, RefusedNotice } from './other-number.tsx'
import { WalletToo } from './other-operator.tsx'
import { PayByPaybill } from './pay-by-paybill.tsx'
import { WARNED_PHONE_FIELD } from './warned-phone.ts'

export function PaySettled({ order, children }: { order: SettledOrder; children: ReactNode }) {
  const { event_id, event_title, amount, has_other_add_ons: addOns = false } = order.transaction
  const isPaid = order.status === '0'
  const { revalidate } = useRevalidator()
  return (
    <div className="flex flex-col gap-4">
      <p className="font-semibold">{event_title}</p>
      <Notice look={lookOf(order.status)} role="status">
        {isPaid && (
          <h2 className="font-bold">
            {amount === 0 ? 'You have these tickets' : 'This order is already paid'}
          </h2>
        )}
        <p>
          <WholeWords text={order.message} />
        </p>
      </Notice>
      {isPaid && <ButtonLink to={`/success?order=${order.order_id}`}>Show my tickets</ButtonLink>}
      {children}
      {order.paybill && order.pay_until && (
        <PayByPaybill
          paybill={order.paybill}
          until={order.pay_until}
          when="failed"
          orderId={order.order_id}
          onMoved={() => void revalidate()}
        />
      )}
      {isPaid && amount > 0 ? (
        <ButtonLink
          to={`/event/${event_id}`}
          onClick={() => keepPurchase(event_id, { paid: null })}
          look="quiet"
        >
          <BuyMore addOns={addOns} />
        </ButtonLink>
      ) : (
        <ButtonLink to={`/event/${event_id}`} look="quiet">
          Back to the event
        </ButtonLink>
      )}
    </div>
  )
}

function lookOf(status: SettledOrder['status']) {
  if (status === '0') return 'good'
  return status === 'refund_due' || status === 'refunded' ? 'used' : 'bad'
}

/** A refused post of the form: the problem and the typed values. */
export type PayProblem = Refused & {
  /** A new order at the new price, if the price of the old order no longer exists. */
  newOrder: { amount: number; choice: Choice } | null
  phoneNumber: string
  email: string
}

/** A plain form, because the page must work without scripts. */
export function PayAgain({ order, failed }: { order: SettledOrder; failed: PayProblem | null }) {
  if (failed?.newOrder) return <PayNewPrice order={order} failed={failed} {...failed.newOrder} />
  const { phoneNumber = '', email = '' } = failed ?? {}
  return (
    <form method="post" action={`${PREFIX}/pay/${order.order_id}`} className="flex flex-col gap-4">
      {failed && <RefusedNotice {...failed} />}
      <Field
        label="Phone number"
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={phoneNumber}
        placeholder="0712 345 678"
        hint={`Leave blank to pay with ${order.transaction.phone}.`}
      />
      <Field
        label="Email (optional)"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        defaultValue={email}
        hint="Leave blank to keep your earlier email."
      />
      <WalletToo phone={phoneNumber} />
      {/* Marks the operator warning of this number as already shown. */}
      <input type="hidden" name={WARNED_PHONE_FIELD} value={phoneNumber} />
      <Button type="submit">
        <span>
          Try again: pay <span translate="no">{formatKes(order.transaction.amount)}</span>
        </span>
      </Button>
    </form>
  )
}

/** Links to the payment form with the same tickets. The buyer pays a new order there. */
function PayNewPrice({
  order,
  failed,
  amount,
  choice,
}: {
  order: SettledOrder
  failed: PayProblem
  amount: number
  choice: Choice
}) {
  return (
    <>
      <Notice look="bad" role="alert">
        <p>{failed.problem}</p>
      </Notice>
      <ButtonLink to={`/event/${order.transaction.event_id}?${writeChoice(choice)}`}>
        <span>
          Pay <span translate="no">{formatKes(amount)}</span>
        </span>
      </ButtonLink>
    </>
  )
}
