import { expect, test } from 'vitest'
import { tellSale } from './sale-news.ts'

const checkIn = (result: string, message: string) => ({ result, message })

// spec: door-sale-gate
test('a buyer is sent in only if all tickets were let in; otherwise the steward reads why not', () => {
  const valid = checkIn('valid', 'Let in 2.')
  const stopped = checkIn('entry_stopped', 'Entry is stopped at this gate.')
  expect(tellSale({ status: '0', check_ins: [valid, valid] })).toEqual({
    title: 'Sold: let them in',
    words: 'The tickets are on their way by SMS.',
  })
  expect(tellSale({ status: '0', check_ins: [valid, stopped] })).toEqual({
    title: 'Sold, not inside',
    words: 'Entry is stopped at this gate. The tickets are on their way by SMS.',
  })
  expect(tellSale({ status: '0' }).title).toBe('Sold, not inside')
  expect(tellSale({ status: 'pending' }).title).toBe('Not sold')
  expect(tellSale({ status: 'failed', message: 'Wrong PIN.' })).toEqual({
    title: 'Not sold',
    words: 'Wrong PIN.',
  })
})
