// spec: home-tells-the-end
import { expect, it } from 'vitest'
import type { OrderReply, PendingOrder, SettledOrder } from './checkout.contract.ts'
import { EXPIRED_UNKNOWN, REFUND_DUE, REFUNDED } from './order-messages.rules.ts'
import { newsOf, newsOfNone } from './payment-news.rules.ts'
import type { StoredOrder } from './purchase.rules.ts'

const kept = {
  orderId: 'o',
  eventId: 'e',
  eventTitle: 'Derby Day',
  phoneNumber: '0712345678',
  email: null,
  lines: [{ ticketTypeId: 't', name: 'Terrace', quantity: 2, amountKes: 600 }],
  retry: false,
  unsure: true,
} as unknown as StoredOrder

function settled(given: Partial<SettledOrder>): OrderReply {
  const transaction = { amount: 600, phone: '07•• ••• 678', event_title: 'Derby Day', tickets: [] }
  const rest = { message: 'So it is.', order_id: 'o', rrn: '', can_retry: false }
  return { ...rest, transaction, ...given } as SettledOrder
}

const shownFor = (reply: OrderReply) => {
  const { text, way, seen } = newsOf(kept, reply)
  return [text, way.label, way.to, seen]
}

it('an open payment leads back to its event, and stays stored', () => {
  expect(shownFor({ status: 'pending' } as PendingOrder)).toEqual([
    'Payment in progress: KES 600 for Derby Day',
    'Continue',
    '/event/e',
    null,
  ])
})

it('a paid order leads to its tickets, which the event’s page stores as paid', () => {
  const news = newsOf(kept, settled({ status: '0', rrn: 'RG56TYHJ8K' }))
  const paid = { reference: 'RG56TYHJ8K', amount: 600, phoneNumber: '0712345678', orderId: 'o' }
  expect(news).toMatchObject({
    text: 'Your tickets are ready: Derby Day',
    way: { to: '/success', state: paid },
    seen: { order: null, paid },
  })
})

it.each(['failed', 'expired'] as const)(
  '%s: says that nothing was paid, and why; an order that can be retried stays stored',
  (status) => {
    const again = { order: { ...kept, retry: true, unsure: false } }
    const text = 'Payment not completed: Derby Day. So it is.'
    expect(shownFor(settled({ status, can_retry: true }))).toEqual([
      text,
      'Try again',
      '/event/e',
      again,
    ])
    expect(shownFor(settled({ status }))).toEqual([text, 'Try again', '/event/e', { order: null }])
  },
)

it('a payment whose money may be gone, or is due back, never says that nothing was paid', () => {
  for (const message of [EXPIRED_UNKNOWN, REFUND_DUE]) {
    const [text] = shownFor(settled({ status: 'expired', message }))
    expect(text).toBe(`Derby Day: ${message}`)
  }
  for (const [status, message] of [
    ['refund_due', REFUND_DUE],
    ['refunded', REFUNDED],
  ] as const) {
    const news = shownFor(settled({ status, message, can_retry: true }))
    expect(news.slice(0, 3)).toEqual([`Derby Day: ${message}`, 'Back to the event', '/event/e'])
  }
})

it('an order that the server does not know was not paid', () => {
  expect(newsOfNone(kept)).toMatchObject({
    text: 'Payment not completed: Derby Day.',
    way: { label: 'Try again', to: '/event/e' },
    seen: { order: null },
  })
})
