import { useEffect, useRef, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { isStillExpected } from '../order-wait.rules.ts'
import { type PaymentNews as News, newsOf, newsOfNone } from '../payment-news.rules.ts'
import type { KeptPurchase, OrderAnswer, StoredOrder } from '../purchase.rules.ts'
import { keepPurchase, readPurchase } from './kept-purchase.ts'
import { callOrder } from './order-calls.ts'

/** The current state of one payment. The page shows the result until the buyer has seen it. */
export function PaymentNews({ order }: { order: StoredOrder }) {
  const [news, setNews] = useState<News | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const left = new AbortController()
    void follow(order, left.signal, setNews)
    return () => left.abort()
  }, [order])
  useEffect(() => {
    const { seen } = news ?? {}
    if (!seen || !box.current) return
    // A notice in a background tab or below the edge of the screen does not count as seen.
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) settlePurchase(order, seen)
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [news, order])
  if (!news) return null
  const { text, way } = news
  return (
    <div ref={box}>
      <Notice look={news.look} role="status">
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            <WholeWords text={text} />
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
  onNews: (news: News | null) => void,
): Promise<void> {
  const call = { to: 'follow', orderId: order.orderId, known: null } as const
  for await (const news of callOrder(call, signal)) {
    if (signal.aborted) return
    if (news.is === 'pending') onNews(newsOf(order, news.order))
    if (news.is === 'answered') onNews(endOf(order, news.answer))
  }
}

function endOf(order: StoredOrder, answer: OrderAnswer): News | null {
  if (answer.ok) return newsOf(order, answer.data)
  // If the order is new, another tab may still be sending it to the server.
  const isNone = answer.status === 404 && !isStillExpected(order.startedAt, Date.now())
  return isNone ? newsOfNone(order) : null
}

/**
 * Removes or updates a stored order that has a result, unless a newer order for the event has
 * replaced it.
 */
export function settlePurchase(
  { eventId, orderId }: StoredOrder,
  kept: Partial<KeptPurchase>,
): void {
  if (readPurchase(eventId).order?.orderId === orderId) keepPurchase(eventId, kept)
}
