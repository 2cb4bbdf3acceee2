import { useState } from 'react'
import { PROMPT_SECONDS } from '../../../checkout/order-wait.rules.ts'
import { formatKes } from '../../../platform/values/money.rules.ts'
import { SecondsRing } from '../../../ui/seconds-ring.tsx'
import { useCountdown } from '../../../ui/use-countdown.ts'
import type { SaleNews } from '../engine/gate-calls.ts'
import { mayBePaid, tellWaiting } from '../engine/sale-news.ts'
import { Answer, Question } from './question.tsx'

export function SaleWaiting({ news, onCancel }: { news: SaleNews; onCancel: () => void }) {
  const [isCancelling, setIsCancelling] = useState(false)
  const left = useCountdown(news, news.seconds_left ?? null)
  const { title, note } = tellWaiting(news)
  const { transaction } = news
  const ring = left !== null && (
    <span className="rounded-full bg-ground p-3 text-ink">
      <SecondsRing left={left} of={PROMPT_SECONDS} track="stroke-line" />
    </span>
  )
  const cancel = () => {
    setIsCancelling(true)
    onCancel()
  }
  return (
    <Question sign={ring} title={title} note={note}>
      <p className="flex flex-1 items-center justify-center text-hero font-bold" translate="no">
        {transaction && formatKes(transaction.amount)}
      </p>
      {news.phase !== 'issuing' && (
        <Answer look="quiet" disabled={isCancelling} onClick={cancel}>
          {isCancelling ? 'Stopping…' : mayBePaid(news) ? 'Stop waiting' : 'Cancel'}
        </Answer>
      )}
    </Question>
  )
}
