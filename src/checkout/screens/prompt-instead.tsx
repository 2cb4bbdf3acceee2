import { type FormEvent, useState } from 'react'
import { callApi, jsonPost } from '../../ui/api.ts'
import { PREFIX } from '../../ui/language.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { OrderReply } from '../checkout.contract.ts'
import { type OtherNumberProps, type Refused, RefusedNotice } from './other-number.tsx'
import { placedOrders } from './placed-orders.ts'

type PromptInsteadProps = Pick<OtherNumberProps, 'orderId' | 'failed'> & { phone: string }

/**
 * The form with which a buyer returns from paybill to a prompt for this order. The server refuses
 * this after money for the order has arrived. Without scripts, it posts to the order's page.
 */
export function PromptInstead({ orderId, phone, failed }: PromptInsteadProps) {
  const [refused, setRefused] = useState<Refused | null>(failed ?? null)
  const [isBusy, setBusy] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setRefused(null)
    const call = (to: string, how?: RequestInit) => fetch(to, how)
    const init = jsonPost({ replaces: placedOrders() })
    const answer = await callApi<OrderReply>(call, `/api/orders/${orderId}/prompts`, init)
    // The page follows the order, so it shows the prompt or the tickets next.
    if (answer.ok || answer.code === 'already_paid') return
    const problem = answer.status === 0 ? 'No connection. Please try again.' : answer.error
    setRefused({ problem, ownOrder: answer.order_id ?? null })
    setBusy(false)
  }
  return (
    <form method="post" action={`${PREFIX}/pay/${orderId}`} onSubmit={send}>
      <div className="flex flex-col items-start gap-2 border-t border-line pt-4 text-left">
        {refused && <RefusedNotice {...refused} />}
        <p>
          <WholeWords text={`Not paid yet? We can send an M-PESA prompt to ${phone}.`} />
        </p>
        <button
          type="submit"
          disabled={isBusy}
          className="min-h-11 font-semibold text-accent underline underline-offset-4"
        >
          {isBusy ? 'Sending…' : 'Send a prompt instead'}
        </button>
      </div>
    </form>
  )
}
