import { formatKes } from '../../platform/values/money.rules.ts'
import type { PendingOrder } from '../checkout.contract.ts'

/**
 * A picture of the buyer's phone with M-PESA's prompt, in the words of the real prompt. The picture
 * is only as wide as its words; long names wrap.
 */
export function PhonePrompt({
  shown,
  amountKes,
  prompt,
}: {
  shown: boolean
  amountKes: number | null
  prompt: PendingOrder['prompt']
}) {
  return (
    <div
      aria-hidden="true"
      className="flex min-h-44 w-[13em] max-w-full shrink-0 flex-col justify-center rounded-card border-4 border-ink bg-quiet p-1.5 text-[10px] leading-[14px] sm:w-[14.5em]"
    >
      <div className={`rounded-soft bg-white p-2 ${shown ? '' : 'invisible'}`}>
        <p className="font-bold text-good">M-PESA</p>
        <p className="mt-1 wrap-anywhere">
          Do you want to pay{' '}
          <span>{amountKes === null ? 'for your tickets' : formatKes(amountKes)}</span> to{' '}
          <strong>{prompt.business}</strong> Account no. <strong>{prompt.account}</strong>?
        </p>
        <p className="mt-1">Enter M-PESA PIN:</p>
        <p className="mt-1 border-b-2 border-good text-center font-bold tracking-[4px]">••••</p>
        <p className="mt-2 flex flex-wrap justify-between gap-x-2 font-bold text-good">
          <span>CANCEL</span>
          <span>SEND</span>
        </p>
      </div>
    </div>
  )
}
