import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
