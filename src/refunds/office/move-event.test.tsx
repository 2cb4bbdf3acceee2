// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { WhatHappens } from './cancel-event.tsx'
import { MeasureState } from './measure-state.tsx'
import { effectText, MoveEffect } from './move-effect.tsx'
import { MoveEvent } from './move-event.tsx'
import { rescheduledText, wasMoved } from './reschedule-notice.ts'

const NOW = new Date('2026-11-30T12:00:00Z')

const sold = {
  orders: 3,
  tickets: 4,
  paid_orders: 2,
  paid_tickets: 3,
  amount: 900,
  balance: null,
  balance_at: null,
  ...{ owed: 0, cost: 900, fee: 0, sources: { balance: 900, elsewhere: 0, debt: 0 } },
  waits: false,
  sms: null,
  kept: [],
  facts: [{ label: 'Paid out already', text: 'KES 300', is_warning: true }],
}

// spec: chosen-day-words
test('the reschedule form says the chosen day in words below its date field', () => {
  const event = { id: 'e', date: '2026-12-19', time: '16:00', location: 'Kasarani' }
  const html = renderToStaticMarkup(
    <MoveEvent event={event as EventReply} isAdmin onMoved={() => {}} onClose={() => {}} />,
  )
  expect(html.replace(/<[^>]+>/g, '\n').split('\n')).toContain('Saturday, December 19, 2026')
  // Without a change, there is nothing to reschedule.
  expect(html).toMatch(/<button type="submit"[^>]* disabled="">Reschedule</)
})

test('the reschedule form shows how the new venue fits into an SMS', () => {
  const event = { id: 'e', date: '2027-01-03', time: '16:00', location: 'Kasarani – East' }
  const html = renderToStaticMarkup(
    <MoveEvent event={event as EventReply} isAdmin onMoved={() => {}} onClose={() => {}} />,
  )
  expect(html.replace(/<[^>]+>/g, '\n')).toContain(
    '– would turn one SMS part into 3. We send: Kasarani - East (15 characters).',
  )
})

// spec: measure-decided
test('only the person who asked for a cancellation gets the button that withdraws it', () => {
  const shownTo = (is_own: boolean) => {
    const measure = { kind: 'cancel', state: 'sent', reason: 'Rain', is_own }
    const event = { id: 'e', cancelled_at: null, rights: ['money'], measure }
    return renderToStaticMarkup(
      <MeasureState event={event as EventReply} isAdmin={false} onChanged={() => {}} />,
    )
  }
  expect(shownTo(true)).toContain('>Withdraw<')
  expect(shownTo(false)).not.toContain('>Withdraw<')
})

// spec: refund-pattern
test('the dialogs of an event without sales promise no buyer a refund or a message', () => {
  const cancelWords = (orders: number) =>
    renderToStaticMarkup(<WhatHappens preview={{ ...sold, orders }} isAdmin />).replace(
      /<[^>]+>/g,
      ' ',
    )
  expect(cancelWords(0)).toMatch(/Nothing was sold.*Sales stop immediately\. This cannot be undone/)
  expect(cancelWords(0)).not.toMatch(/buyer|invalid/)
  expect(cancelWords(2)).toMatch(/KES 900.*every buyer is notified and refunded/)
  const free = { ...sold, amount: 0, paid_orders: 0, paid_tickets: 0 }
  expect(renderToStaticMarkup(<WhatHappens preview={free} isAdmin />)).toMatch(
    /Nothing was paid, so nothing is refunded.*every buyer is notified\. This cannot/,
  )
  expect(cancelWords(2)).toMatch(/Paid out already.*KES 300/)
  expect(effectText({ ...sold, orders: 0 })).toBe(
    'Nothing was sold yet, so there is no buyer to notify.',
  )
  const all = 'Tickets stay valid. Buyers can request a refund for 14 days'
  expect(effectText(null)).toBe(`${all}.`)
  const kept = "Up to KES 900 of the event's money stays for these refunds"
  expect(effectText(sold, NOW)).toBe(
    `${all}: at most KES 900 (2 orders, 3 tickets). ${kept} until December 14, 2026, and cannot be paid out before.`,
  )
  expect(effectText({ ...sold, waits: true }, NOW)).toContain(
    `${kept} for 14 days after we approve, and cannot`,
  )
  const none = { cost: 0, sources: { ...sold.sources, balance: 0 } }
  expect(effectText({ ...sold, ...none }, NOW)).not.toContain('stays for')
})

// spec: reschedule-cost
test('the reschedule dialog says how much of the money stays, and why that is less than the refunds', () => {
  const words = (cost: number, fee: number, amount = 1600) =>
    effectText({ ...sold, amount, cost, fee, sources: { ...sold.sources, balance: cost } }, NOW)
  expect(words(1520, 80)).toContain('at most KES 1,600 (')
  expect(words(1520, 80)).toContain(
    "Up to KES 1,520 of the event's money stays for these refunds (without our fee, which we do not keep) until",
  )
  expect(words(1000, 0)).toContain('refunds (without cash sales, which are refunded in cash) until')
  expect(words(920, 80)).toContain(
    'refunds (without our fee, which we do not keep, and without cash sales, which are refunded in cash) until',
  )
  expect(words(1600, 0)).not.toContain('without')
  expect(words(95.1, 4.9, 100)).not.toContain('cash')
})

// spec: measure-debt
test('the dialogs tell an organizer who pays refunds beyond the balance, and an admin by the facts', () => {
  const plain = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")
  const words = (sources: (typeof sold)['sources'], isAdmin = false) => {
    const preview = { ...sold, amount: 1000, cost: 950, fee: 50, sources, waits: true }
    return [
      plain(renderToStaticMarkup(<MoveEffect sold={preview} isAdmin={isAdmin} />)),
      plain(renderToStaticMarkup(<WhatHappens preview={preview} isAdmin={isAdmin} />)),
    ] as const
  }
  const [move, cancel] = words({ balance: 150, elsewhere: 0, debt: 800 })
  const take = 'take KES 950 from you (without our fee, which we do not keep).'
  const owed = "This event's balance pays KES 150 and you owe us KES 800."
  expect(move).toContain("Up to KES 150 of the event's money stays for these refunds for 14 days")
  expect(move).toContain(`If all buyers claim, the refunds ${take} ${owed}`)
  expect(cancel).toContain(`The refunds ${take} ${owed}`)
  const [shared] = words({ balance: 150, elsewhere: 300, debt: 500 })
  expect(shared).toContain(
    "This event's balance pays KES 150, your other events pay KES 300 and you owe us KES 500.",
  )
  const [empty] = words({ balance: 0, elsewhere: 0, debt: 950 })
  expect(empty).toContain(`${take} You owe us KES 950.`)
  expect(empty).not.toContain('stays for these refunds')
  const covered = words({ balance: 950, elsewhere: 0, debt: 0 })
  const admins = words({ balance: 150, elsewhere: 0, debt: 800 }, true)
  expect([...covered, ...admins].join()).not.toMatch(/from you|owe us/)
  expect(admins[0]).toContain('Up to KES 150 of')
})

// spec: measure-dialog
test('the dialog of an organizer says that a large cancellation waits, and hides our own balance', () => {
  const counts = { ...sold, balance: 5 }
  const preview = { ...counts, facts: [], waits: true }
  const html = renderToStaticMarkup(<WhatHappens preview={preview} isAdmin={false} />)
  const words = html.replace(/<[^>]+>/g, ' ')
  expect(words).toMatch(/KES 900.*Sales stop now.*Until then\s+tickets stay valid/)
  expect(words).not.toMatch(/Refund float|cannot be undone/)
})

// spec: day-cancel-announced
test('the dialog of a day with passes names the passes that stay valid instead of nothing sold', () => {
  const kept = { passes: 2, buyers: 2, may_ask: false, sms: 'Your pass stays valid' }
  const sums = { ...sold, orders: 0, tickets: 0, amount: 0, cost: 0 }
  const words = (more: object) =>
    renderToStaticMarkup(
      <WhatHappens
        preview={{ ...sums, sms: null, facts: [], waits: false, kept: [kept], ...more }}
        isAdmin={false}
        part={{ day: 2, passes: false }}
      />,
    )
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
  expect(words({})).toContain(
    '2 passes stay valid for the other days, and nothing is refunded for them. Sales of this day stop immediately.',
  )
  const both = { orders: 3, tickets: 3, paid_orders: 3, paid_tickets: 3, amount: 900 }
  const asked = words({ ...both, kept: [{ ...kept, passes: 1, may_ask: true }, kept] })
  expect(asked).toContain(
    '1 pass stays valid for the other days, and its holder may ask for a refund. 2 passes stay valid for the other days, and nothing is refunded for them.',
  )
  expect(words({ kept: [] })).toContain('Nothing was sold')
})

// spec: reschedule-later-notice
test('a notice that must wait is named with its time, in the dialog and afterwards', () => {
  const notify_at = '2026-11-30T12:45:00Z'
  const later = 'Buyers get at most one notice an hour, so they are notified Mon, Nov 30, 3:45 PM.'
  expect(effectText({ ...sold, notify_at }, NOW).endsWith(` ${later}`)).toBe(true)
  const reply = { date: '2026-12-11', buyers: 3, notified: 0, notify_at }
  expect(rescheduledText(reply, true, NOW.getTime())).toBe(
    `Rescheduled to Friday, December 11, 2026. ${later}`,
  )
})

// spec: day-cancelled-office
test('the notice about one day names it', () => {
  const text = (reply: object) =>
    rescheduledText({ date: '2027-12-11', buyers: 3, notified: 3, ...reply }, true)
  const day = 'Saturday, December 11, 2027'
  expect(text({ is_day_cancelled: true, notified: 1 })).toBe(
    `${day} is cancelled. 1 of 3 buyers notified...`,
  )
  expect(text({ is_day_cancelled: true })).toBe(`${day} is cancelled. All 3 buyers are notified.`)
  expect(text({ day_was: '2027-12-10' })).toContain(`Friday, December 10, 2027 is now ${day}.`)
  expect(text({ day_was: '2027-12-11' })).toContain(`${day} has a new time.`)
  expect(text({})).toContain(`Rescheduled to ${day}.`)
})

// spec: reschedule-later-notice
test('a moved day also makes later visits ask when buyers are notified', () => {
  const day = { n: 1, date: '2026-12-11', time: '17:00' }
  const before = { date: '2026-12-10', time: '17:00' }
  expect(wasMoved({ moved_from: null })).toBe(false)
  expect(wasMoved({ moved_from: 'December 10, 2026' })).toBe(true)
  expect(wasMoved({ moved_from: null, days: [day] })).toBe(false)
  expect(wasMoved({ moved_from: null, days: [day, { ...day, n: 2, before }] })).toBe(true)
})
