import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { progressText, shortText, stateText } from '../cancellation/progress-text.rules.ts'
import { StuckOrders } from './cancellation-progress.tsx'

const wordsOf = (stuck: number, why: string[]) => {
  const orders = why.map((why, at) => ({ id: at, code: `ABCD123${at}`, why }))
  const html = renderToStaticMarkup(<StuckOrders stuck={stuck} stuck_orders={orders} />)
  return html.replace(/<[^>]+>/g, '')
}

test('a cancelled event names the orders that could not be refunded, with the fault of each', () => {
  expect(wordsOf(3, ['Free ticket.', 'Already refunded.'])).toBe(
    'These orders could not be refunded. We retry automatically. Reasons:' +
      'ABCD1230: Free ticket.ABCD1231: Already refunded.And 1 more.',
  )
  expect(wordsOf(0, [])).toBe('')
})

test('the progress of a cancellation counts guests as notified, and as no refunded order', () => {
  const counts = {
    ...{ state: 'running' as const, is_sending_paused: false, orders: 3, refunded: 1 },
    ...{ free: 0, told: 2, failed: 0 },
  }
  expect(progressText(counts)).toBe('1 of 3 orders refunded · 2 buyers notified')
  expect(progressText({ ...counts, free: 2, told: 5 })).toBe(
    '1 of 3 orders refunded · 5 buyers and guests notified',
  )
  expect([stateText(counts), stateText({ ...counts, refunded: 3 })]).toEqual([
    'Refunding…',
    'Finishing…',
  ])
  const paused = { ...counts, is_sending_paused: true }
  expect([stateText(paused), shortText(paused)]).toEqual([
    'All refunds are paused',
    'Paused: 1 of 3 orders refunded',
  ])
  expect(stateText({ ...paused, refunded: 3 })).toBe('Finishing…')
  const guests = { ...counts, orders: 0, refunded: 0, free: 2 }
  expect([stateText(guests), progressText(guests)]).toEqual([
    'Cancelling…',
    '2 buyers and guests notified',
  ])
  expect(stateText({ ...guests, state: 'done' })).toBe('Nothing to refund')
})
