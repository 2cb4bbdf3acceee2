import { describe, expect, test, vi } from 'vitest'
import { good, NO_NETWORK } from '../../../../test/gate-session.ts'
import { followSale, makeSaleScreen } from './follow-sale.ts'
import type { SaleNews } from './gate-calls.ts'
import { refusalText, tellSale } from './sale-news.ts'

const checkIn = (result: string, message: string) => ({ result, message })

// spec: door-sale-gate
test('a buyer is sent in only if all tickets were let in; otherwise the steward reads why not', () => {
  const valid = checkIn('valid', 'Let in 2.')
  const stopped = checkIn('entry_stopped', 'Entry is stopped at this gate.')
  expect(tellSale({ status: '0', check_ins: [valid, valid] })).toEqual({
    title: 'Sold: let them in',
    note: 'The tickets are on their way by SMS.',
  })
  expect(tellSale({ status: '0', check_ins: [valid, stopped] })).toEqual({
    title: 'Sold, not inside',
    note: 'Entry is stopped at this gate. The tickets are on their way by SMS.',
  })
  expect(tellSale({ status: '0' }).title).toBe('Sold, not inside')
  expect(tellSale({ status: 'pending' }).title).toBe('Not paid yet')
  expect(tellSale({ status: 'failed', message: 'Wrong PIN.' })).toEqual({
    title: 'Not sold',
    note: 'Wrong PIN.',
  })
})

test('tickets that were sold for another day are not to be checked in today', () => {
  const note = 'For Tuesday, December 1, 2026. Lets no one in today.'
  expect(tellSale({ status: '0' }, note)).toEqual({
    title: 'Sold',
    note: `${note} The tickets are on their way by SMS.`,
  })
})

// spec: door-sale-add-ons
test('an add-on that was sold lets no one in', () => {
  const { title, note } = tellSale({ status: '0', check_ins: [] })
  expect(title).toBe('Sold')
  expect(note).toContain('lets no one in')
})

// spec: door-sale-free
test('free tickets are given, not sold', () => {
  const transaction = { amount: 0, phone: '' }
  const check_ins = [checkIn('valid', 'Let in 2.')]
  expect(tellSale({ status: '0', transaction, check_ins }).title).toBe('Given: let them in')
  expect(tellSale({ status: '0', transaction }).title).toBe('Given, not inside')
})

// spec: door-sale-code
test.each([
  ['unknown_code', 'This code is not valid here', 'Check the spelling, or sell without the code.'],
  [
    'code_not_for_these',
    'It is for other tickets.',
    'Choose another ticket, or sell without the code.',
  ],
  ['code_used_up', 'It is good for 2 more.', 'Sell to fewer people, or without the code.'],
])('the refusal %s says what the steward can do', (code, error, advice) => {
  const text = refusalText({ ok: false, status: 422, code, error })
  expect(text).toBe(`${error.replace(/here$/, 'here.')} ${advice}`)
})

// spec: door-sale-cancel
describe('a sale that waits for its payment', () => {
  const pending: SaleNews = { status: 'pending', order_id: 'o1' }
  const paid: SaleNews = { status: '0', check_ins: [checkIn('valid', 'Let in 2.')] }

  /** Follows a sale. The steward cancels during the pause or the poll with this number. */
  async function follow(answers: SaleNews[], cancel: { pause?: number; poll?: number } = {}) {
    const did = { pauses: 0, polls: 0, isCancelled: false }
    const ended = await followSale(
      {
        pause: async () => {
          did.pauses += 1
          did.isCancelled ||= did.pauses === cancel.pause
        },
        read: async () => {
          did.polls += 1
          did.isCancelled ||= did.polls === cancel.poll
          const news = answers[did.polls - 1]
          return news ? good(news) : NO_NETWORK
        },
        isCancelled: () => did.isCancelled,
        onNews: () => {},
      },
      pending,
    )
    return { ...ended, polls: did.polls }
  }

  test('is polled until it is paid, also after polls without a response', async () => {
    expect(await follow([pending, paid])).toMatchObject({ ...paid, order_id: 'o1', polls: 2 })
    expect(await follow([])).toMatchObject({ status: 'pending', polls: 60 })
  })

  test('is not polled after a cancel, because a poll lets the buyer of a paid sale in', async () => {
    expect(await follow([pending, paid], { pause: 2 })).toMatchObject({ ...pending, polls: 1 })
    expect(tellSale(pending).note).toContain('If it is paid after all, we send the tickets by SMS')
  })

  test('is shown as sold if the poll that was open at the cancel found it paid', async () => {
    expect(await follow([pending, paid], { poll: 2 })).toMatchObject({ ...paid, polls: 2 })
  })

  test('is not polled if its answer comes after the screen was left', async () => {
    const screen = makeSaleScreen()
    screen.leave()
    const { signal } = screen.begin()
    const read = vi.fn()
    const calls = { read, pause: async () => {}, onNews: () => {} }
    const ended = await followSale({ ...calls, isCancelled: () => signal.aborted }, pending)
    expect([ended, read.mock.calls]).toEqual([pending, []])
    screen.enter()
    expect(screen.begin().signal.aborted).toBe(false)
  })

  test.each(['checking', 'confirming', 'issuing'])(
    'that is left in phase %s tells the steward not to sell again',
    (phase) => {
      const notice = tellSale({ ...pending, phase })
      expect(notice.title).toBe('Not confirmed yet')
      expect(notice.note).toContain('M-PESA may have the money: do not sell again.')
      expect(notice.note).not.toContain('cancel')
    },
  )

  test.each(['queued', 'prompted', undefined])(
    'that is left in phase %s asks for a cancel on the phone',
    (phase) => {
      const notice = tellSale({ ...pending, ...(phase && { phase }) })
      expect(notice).toMatchObject({
        title: 'Not paid yet',
        note: expect.stringContaining('cancel'),
      })
    },
  )
})
