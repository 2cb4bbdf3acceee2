import { useState } from 'react'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PurchaseStep } from '../purchase.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'
import { rememberedOrders } from './remembered-orders.ts'

export type EndedProps = {
  step: Extract<PurchaseStep, { at: 'paid' | 'refund' }>
  types: readonly TicketTypeReply[]
  onMore: () => void
}

/** The panel of a purchase that has ended: paid before, or to be refunded. */
export function Ended({ step, types, onMore }: EndedProps) {
  return step.at === 'paid' ? (
    <AlreadyPaid paid={step.paid} types={types} onMore={onMore} />
  ) : (
    <RefundDue message={step.order.message} onMore={onMore} />
  )
}

function AlreadyPaid({
  paid,
  types,
  onMore,
}: { paid: SuccessState } & Pick<EndedProps, 'types' | 'onMore'>) {
  const isFree = paid.amount === 0
  const [others] = useState(() => otherOrders(paid))
  const sellsAddOns = types.some(({ kind, available }) => kind === 'add_on' && available > 0)
  return (
    <div className="flex flex-col gap-4">
      <Notice look="good" role="status">
        {isFree ? (
          <h2 className="font-bold">Your tickets are ready</h2>
        ) : (
          <>
            <h2 className="font-bold">Already paid</h2>
            {others.length > 0 ? (
              <p>
                You paid {formatKes(paid.amount)} for your last order
                {paid.reference && ` (${paid.reference})`}.
              </p>
            ) : (
              <p>
                You paid {formatKes(paid.amount)} for this event
                {paid.reference && ` (${paid.reference})`}. Your tickets are ready.
              </p>
            )}
          </>
        )}
      </Notice>
      <ButtonLink to="/success" state={paid}>
        {others.length > 0 ? 'Show my last order' : 'Show my tickets'}
      </ButtonLink>
      {others.map(({ orderId }) => (
        <ButtonLink key={orderId} to={`/success?order=${orderId}`} look="quiet">
          Show my earlier order
        </ButtonLink>
      ))}
      <p>To choose more, press this first:</p>
      <Button look="quiet" className="text-balance" onClick={onMore}>
        {isFree ? <GetMore addOns={sellsAddOns} /> : <BuyMore addOns={sellsAddOns} />}
      </Button>
    </div>
  )
}

/** This browser's other paid orders for the event, oldest first. */
const otherOrders = ({ event, orderId }: SuccessState) =>
  rememberedOrders(Date.now()).filter((one) => one.eventId === event?.id && one.orderId !== orderId)

function GetMore({ addOns }: { addOns: boolean }) {
  return addOns ? 'Get more tickets or add-ons' : 'Get more tickets'
}

export function BuyMore({ addOns }: { addOns: boolean }) {
  return addOns ? 'Buy more tickets or add-ons' : 'Buy more tickets'
}

function RefundDue({ message, onMore }: { message: string; onMore: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice look="used" role="alert">
        <h2 className="font-bold">Your payment will be refunded</h2>
        <p>{message}</p>
      </Notice>
      <Button look="quiet" onClick={onMore}>
        Choose other tickets
      </Button>
    </div>
  )
}
