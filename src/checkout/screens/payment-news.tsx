import { useEffect, useRef, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { isStillExpected } from '../order-wait.rules.ts'
import { type PaymentNews as News, newsOf, newsOfNone } from '../payment-news.rules.ts'
import type { OrderAnswer, StoredOrder } from '../purchase.rules.ts'
import { callOrder } from './order-calls.ts'
import { settlePurchase } from './settle-purchase.ts'

/** Where one payment stands, kept up to date; its end is told until it has been seen. */
export function PaymentNews({ order }: { order: StoredOrder }) {
  const [news, setNews] = useState<News | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const left = new AbortController()
    void follow(order, left.signal, setNews)
    return () => left.abort()
  }, [order])
  useEffect(() => {
    const { seen } = news ?? {}
    if (!seen || !place.current) return
    // Neither in a tab behind others nor below the screen's edge has anybody seen it.
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) settlePurchase(order, seen)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [news, order])
  if (!news) return null
  const { words, way } = news
  return (
    <div ref={place}>
      <Notice look={news.look} role="status">
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            <WholeWords text={words} />
          </span>
          <Link
            to={way.to}
            state={way.state}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {way.label}
          </Link>
        </p>
      </Notice>
    </div>
  )
}

async function follow(
  order: StoredOrder,
  signal: AbortSignal,
  tell: (news: News | null) => void,
): Promise<void> {
  const call = { to: 'follow', orderId: order.orderId, known: null } as const
  for await (const news of callOrder(call, signal)) {
    if (signal.aborted) return
    if (news.is === 'pending') tell(newsOf(order, news.order))
    if (news.is === 'answered') tell(endOf(order, news.answer))
  }
}

function endOf(order: StoredOrder, answer: OrderAnswer): News | null {
  if (answer.ok) return newsOf(order, answer.data)
  // So young it may be on its way, from another tab.
  const isNone = answer.status === 404 && !isStillExpected(order.startedAt, Date.now())
  return isNone ? newsOfNone(order) : null
}
