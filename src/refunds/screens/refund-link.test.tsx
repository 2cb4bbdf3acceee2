import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'
import { RefundLink } from './refund-link.tsx'

const place = { date: '2027-12-12', time: '15:00', location: 'Nyayo Stadium' }
const open: RefundLinkReply = {
  order_id: 'o',
  code: 'ABCD1234',
  ticket_number: null,
  event_id: 'e',
  event_title: 'Derby Day',
  old: place,
  new: { ...place, date: '2027-12-20' },
  until: '2027-10-12T09:00:00Z',
  state: 'open',
  amount: 1500,
  requested: 0,
  tickets: [],
  in_cash: false,
  due_by: null,
}

const htmlOf = (link: Partial<RefundLinkReply>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <RefundLink link={{ ...open, ...link }} token="T" posted={null} />
    </MemoryRouter>,
  )
const wordsOf = (link: Partial<RefundLinkReply>) => htmlOf(link).replace(/<[^>]+>/g, '')

// spec: reschedule-request
test('a buyer whose ticket was used sees whom to write to, and no button', () => {
  expect(wordsOf({ state: 'used' })).toContain('used at the gate, so this cannot be refunded here.')
  expect(htmlOf({ state: 'used' })).toContain('href="/contact"')
  expect(htmlOf({ state: 'used' })).not.toContain('<button')
  expect(htmlOf({})).toContain('<button')
})

test('cash is returned by the organizer, and other money goes to the phone that paid', () => {
  const asked = { state: 'asked', due_by: '2027-12-14' } as const
  expect(wordsOf(asked)).toContain(
    'KES 1,500 will be refunded to the M-PESA number that paid, by December 14',
  )
  expect(wordsOf({ ...asked, in_cash: true })).toContain(
    'The organizer will refund KES 1,500 in cash, by December 14',
  )
})
