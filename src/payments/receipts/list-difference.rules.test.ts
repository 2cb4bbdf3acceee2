// spec: reconcile-list
import { expect, test } from 'vitest'
import { compareReceipts, type KeptReceipt } from './list-difference.rules.ts'

const ours = (receipt: string, cents: number, more: Partial<KeptReceipt> = {}): KeptReceipt => ({
  receipt,
  amount_cents: cents,
  order_code: 'ABCD2345',
  place: 'payment',
  is_expected: true,
  ...more,
})
const theirs = (receipt: string, amountCents: number) => ({ receipt, amountCents })

test('a receipt that both have with the same amount is no difference', () => {
  expect(compareReceipts([theirs('A', 100)], [ours('A', 100)])).toEqual([])
  expect(compareReceipts([theirs('A', 100)], [ours('A', 100, { place: 'stray' })])).toEqual([])
  // The list shows a receipt twice if another row came in between the reads of two pages.
  expect(compareReceipts([theirs('A', 100), theirs('A', 100)], [ours('A', 100)])).toEqual([])
})

test('each difference has its name, its order and both amounts', () => {
  const kept = [
    ours('A', 100),
    ours('B', 250),
    ours('C', 300),
    ours('C', 300, { place: 'stray', order_code: null }),
    ours('OLD', 1, { is_expected: false }),
  ]
  const listed = [theirs('B', 200), theirs('C', 300), theirs('D', 400)]
  const about = (what: string, name: string, ours_cents: number | null, theirs_cents: unknown) => ({
    what,
    name,
    order_code: ours_cents === null ? null : 'ABCD2345',
    ours_cents,
    theirs_cents,
  })
  expect(compareReceipts(listed, kept)).toEqual([
    about('another amount', 'B', 250, 200),
    about('in two places of ours', 'C', 300, 300),
    about('in no payment of ours', 'D', null, 400),
    about('M-PESA does not list it', 'A', 100, null),
  ])
})
