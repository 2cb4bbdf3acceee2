import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RefundEffect, refundLabel } from './refund-previewed.tsx'
import { RefundText } from './refund-progress.tsx'

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replace(/<\/?span[^>]*block[^>]*>/g, ' ')
    .replace(/<\/?(span|strong)[^>]*>/g, '')
    .replace(/(<[^>]+>)+/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

const due = { amount: 400, state: 'due', due_by: '2026-12-10', receipt: null, way: null } as const

// spec: refund-waits
test('the page that refunds an order says what the refund waits for, if it waits', () => {
  const made = "KES 400 will be refunded by December 10, 2026. We'll notify the buyer."
  expect(textOf(<RefundText {...due} waiting={null} />)).toBe(`${made} Next: we send it to M-PESA.`)
  const waiting = "Waiting for M-PESA's statement, next check 8:11 AM"
  expect(textOf(<RefundText {...due} waiting={waiting} />)).toBe(`${made} ${waiting}.`)
})

// spec: refund-pattern
test('a refund shows people, sum and SMS before it starts, and ends with the receipt', () => {
  const preview = {
    people: 2,
    amount: 400,
    to: '0712 345 071',
    in_cash: false,
    sms: 'Your KES 400',
    facts: [],
  }
  expect(textOf(<RefundEffect preview={preview} />)).toBe(
    'KES 400 will be refunded for 2 people, who can no longer enter. The phone number on the order gets this SMS: Your KES 400',
  )
  expect(refundLabel(preview)).toBe('Refund KES\u00a0400 to 0712\u00a0345\u00a0071')
  expect(refundLabel({ ...preview, to: null })).toBe('Refund KES\u00a0400 to the number that paid')
  expect(refundLabel({ ...preview, to: null, in_cash: true })).toBe('Refund KES\u00a0400 in cash')
  const done = { ...due, state: 'done', way: 'b2c', receipt: 'UKR0000001', waiting: null } as const
  expect(textOf(<RefundText {...done} />)).toBe('KES 400 refunded. M-PESA receipt UKR0000001.')
})
