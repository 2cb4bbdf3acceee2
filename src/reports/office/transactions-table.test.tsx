import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import { TransactionsTable } from './transactions-table.tsx'

const ROW: TransactionReply = {
  ...{ id: 'l', order_id: 'o', event_id: 'e', ticket_type_id: 't' },
  ...{ created_at: '2026-11-22T03:00:00.000Z', event: { id: 'e', title: 'Derby Day' } },
  ...{ ticket_type: { id: 't', name: 'Regular' }, quantity: 4, amount: 6000 },
  ...{ phone_number: '254712345678', email: null, reference: 'UKW0000001', method: 'mpesa' },
  ...{ status: 'paid', part_refund: null, has_tickets: true, delivery: null },
}

/** The words of the cell 'Quantity' of a line of 4. */
function quantityOf(type: Partial<TransactionReply['ticket_type']>): string {
  const rows = [{ ...ROW, ticket_type: { ...ROW.ticket_type, ...type } }]
  const html = renderToStaticMarkup(
    <TransactionsTable caption="Transactions" rows={rows} isBusy={false} onOpen={() => {}} />,
  )
  return html
    .match(/Quantity<\/th>.*?<tbody.*/)![0]
    .match(/>Derby Day<.*?KES/)![0]
    .replace(/<[^>]+>/g, ' ')
}

// spec: figures-units-add-ons
test('the quantity of a table is tables, with their people below', () => {
  expect(quantityOf({})).toMatch(/Regular\s+4\s/)
  expect(quantityOf({ sold_in: 4 })).toMatch(/ 1 {1,3}4 people/)
  expect(quantityOf({ sold_in: 2, kind: 'add_on' })).toMatch(/ 2 {1,3}4 to redeem/)
})
