import { formatKes } from '../../platform/values/money.rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PurchaseStep } from '../purchase.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'

export type EndedProps = {
  step: Extract<PurchaseStep, { at: 'paid' | 'refund' }>
  onMore: () => void
}

/** The panel of a purchase that has ended: paid before, or to be refunded. */
export function Ended({ step, onMore }: EndedProps) {
  return step.at === 'paid' ? (
    <AlreadyPaid paid={step.paid} onMore={onMore} />
  ) : (
    <RefundDue message={step.order.message} onMore={onMore} />
  )
}

function AlreadyPaid({ paid, onMore }: { paid: SuccessState; onMore: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice look="good" role="status">
        {paid.amount === 0 ? (
          <h2 className="font-bold">Your tickets are ready</h2>
        ) : (
          <>
            <h2 className="font-bold">Already paid</h2>
            <p>
              You paid {formatKes(paid.amount)} for this event
              {paid.reference && ` (${paid.reference})`}. Your tickets are ready.
            </p>
          </>
        )}
      </Notice>
      <ButtonLink to="/success" state={paid}>
        Show my tickets
      </ButtonLink>
      <Button look="quiet" onClick={onMore}>
        {paid.amount === 0 ? 'Get more tickets' : 'Buy more tickets'}
      </Button>
    </div>
  )
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
