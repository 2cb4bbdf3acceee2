// spec: refund-waits
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RefundMade } from './refund-order.tsx'

const wordsOf = (waiting: string | null) =>
  renderToStaticMarkup(<RefundMade amount={400} due_by="2026-12-10" waiting={waiting} />)
    .replace(/<\/?span[^>]*block[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

test('the page that refunds an order says what the refund waits for, if it waits', () => {
  const made = "KES 400 will be refunded by 10 Dec. We'll notify the buyer."
  expect(wordsOf(null)).toBe(made)
  expect(wordsOf("Waiting for M-Pesa's list, next look 08:11")).toBe(
    `${made} Waiting for M-Pesa's list, next look 08:11.`,
  )
})
