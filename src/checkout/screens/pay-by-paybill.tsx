import { useEffect, useEffectEvent, useId, useState } from 'react'
import { formatKes } from '../../platform/values/money.rules.ts'
import { callApi } from '../../ui/api.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatTime, inNairobi } from '../../ui/dates.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { OrderReply, Paybill } from '../checkout.contract.ts'

/**
 * Texts by the reason for offering the paybill: chosen from the start, after a failed prompt, or
 * while a prompt has no result.
 */
const TEXTS = {
  start: { heading: 'Enter these details', text: '' },
  failed: {
    heading: 'Or pay with Paybill',
    text: "No prompt needed. If you have already paid, don't pay again.",
  },
  silent: {
    heading: 'No prompt?',
    text: "Didn't enter your PIN? Pay with Paybill. If you did, wait – don't pay twice.",
  },
}

const LOOK_MS = 5000

/**
 * The three values that the buyer types into M-PESA's menu. Large type, so that the buyer can copy
 * them from one screen to another. With `onMoved`, looks every LOOK_MS whether the order is still
 * unpaid, and calls `onMoved` if it is not.
 */
export function PayByPaybill({
  paybill,
  until,
  when,
  orderId = '',
  onMoved,
}: {
  paybill: Paybill
  until: string
  when: keyof typeof TEXTS
  orderId?: string
  onMoved?: () => void
}) {
  useMoved(orderId, onMoved)
  const id = useId()
  const { business, account, amount, wallet } = paybill
  const { heading, text } = TEXTS[when]
  // On the waiting page the section is below an h2.
  const Heading = when === 'failed' ? 'h2' : 'h3'
  const at = formatTime(inNairobi(until)[1])
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4 text-left">
      <Heading id={id} className="font-bold">
        {heading}
      </Heading>
      {text && <p className="mt-1">{text}</p>}
      <p className="mt-1">
        <WholeWords
          text={
            wallet
              ? `Open ${wallet}, choose Pay Bill, and enter exactly:`
              : 'Open M-PESA, then Lipa na M-PESA, Paybill, and enter:'
          }
        />
      </p>
      <dl className="mt-3 flex flex-col gap-2">
        <Value label="Business number" value={business} />
        <Value label="Account number" value={account} />
        <Value label="Amount" value={String(amount)} shown={formatKes(amount)} />
      </dl>
      <p className="mt-3">
        We're holding your tickets until <b>{at}</b>. You'll get them by SMS.
      </p>
    </section>
  )
}

function useMoved(orderId: string, onMoved: (() => void) | undefined): void {
  const move = useEffectEvent(() => onMoved?.())
  const isFollowed = onMoved !== undefined
  useEffect(() => {
    if (!isFollowed) return
    const left = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const answer = await callApi<OrderReply>(fetch, `/api/orders/${orderId}`, {
        signal: left.signal,
      })
      const isUnpaid = !answer.ok || ['failed', 'expired'].includes(answer.data.status)
      if (!isUnpaid && !left.signal.aborted) move()
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [orderId, isFollowed])
}

function Value({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const [isCopied, setCopied] = useState(false)
  const word = isCopied ? 'Copied' : 'Copy'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-soft bg-accent-soft px-3 py-1">
      <dt className="w-full text-small text-quiet">{label}</dt>
      {/* An inline style, because a class would add its rule to the CSS of every page. */}
      <dd className="text-lead font-bold tabular-nums" translate="no" style={{ userSelect: 'all' }}>
        {shown}
      </dd>
      <dd>
        <button
          type="button"
          className="needs-script min-h-11 px-2 font-semibold text-accent underline underline-offset-4"
          aria-label={`${word} ${label.toLowerCase()}`}
          onClick={async () => setCopied(await copyText(value))}
        >
          {word}
        </button>
      </dd>
    </div>
  )
}
