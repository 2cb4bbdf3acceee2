// spec: help-center-search-answers
import { describe, expect, it } from 'vitest'
import { searchHelp } from './help.rules.ts'
import { HELP, type HelpCategory } from './help.text.ts'

const all: HelpCategory[] = [
  {
    name: 'Tickets',
    questions: [
      { id: 'a', question: 'How do I BUY?', answer: ['Press a button.', 'See [here](/secret).'] },
      { id: 'b', question: 'Who?', answer: ['Whoever’s there.'] },
    ],
  },
  { name: 'Payment', questions: [{ id: 'c', question: 'How much?', answer: ['A lot.'] }] },
]

const ids = (query: string) =>
  searchHelp(query, all).map(({ name, questions }) => [name, questions.map(({ id }) => id)])

describe('the search of the help center', () => {
  it('leaves all where nothing is asked for', () => {
    expect(searchHelp('', all)).toEqual(all)
    expect(searchHelp('   ', all)).toEqual(all)
  })

  it('looks into questions and answers in any case, and leaves empty categories out', () => {
    expect(ids('buy')).toEqual([['Tickets', ['a']]])
    expect(ids('A LOT')).toEqual([['Payment', ['c']]])
    expect(ids('how')).toEqual([
      ['Tickets', ['a']],
      ['Payment', ['c']],
    ])
    expect(ids('nothing like it')).toEqual([])
  })

  it('reads words as a person does', () => {
    expect(ids(' press   a ')).toEqual([['Tickets', ['a']]])
    expect(ids("whoever's")).toEqual([['Tickets', ['b']]])
    expect(ids('see here')).toEqual([['Tickets', ['a']]])
    expect(ids('secret')).toEqual([])
    expect(ids('a-lot')).toEqual([['Payment', ['c']]])
  })

  // spec: help-finds-mpesa
  it.each(['mpesa', 'M-PESA', 'm pesa', 'Mpesa transaction', 'official mpesa gateway'])(
    'finds what is asked as %s',
    (query) => {
      const found = searchHelp(query).flatMap(({ questions }) => questions.map(({ id }) => id))
      expect(found).toEqual(
        expect.arrayContaining([query.includes('trans') ? 'find-ticket' : 'safe-payment']),
      )
    },
  )

  // spec: help-finds-payout
  it.each([
    ['payout', 'payout'],
    ['statement', 'payout'],
    ['money', 'payout'],
    ['organizer', 'sell-tickets'],
  ])('finds for %s the question %s', (query, wanted) => {
    const found = searchHelp(query).flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(found).toContain(wanted)
  })

  it('is not told anything by signs alone', () => {
    expect(searchHelp(' - ', all)).toEqual(all)
  })
})

describe('the help center', () => {
  const questions = HELP.flatMap((category) => category.questions)
  const said = (name: string) =>
    JSON.stringify(HELP.find((category) => category.name === name)?.questions)

  it('has the categories of the specification, and an address for each question', () => {
    expect(HELP.map(({ name }) => name)).toEqual(['Tickets', 'Payment', 'Events'])
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { id, answer } of questions) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(answer.length).toBeGreaterThan(0)
    }
  })

  // spec: help-center-categories-tickets
  it.each([
    ['Tickets', ['website', '{ussd}', 'Refunds vary by event', 'By SMS', 'email', 'My Ticket']],
    ['Tickets', ['footer', 'M-PESA transaction ID']],
    ['Payment', ['M-PESA only', 'official M-PESA gateway', 'no tickets are issued']],
    ['Events', ['by SMS and email', 'generally non-transferable', 'a valid ID']],
  ])('%s says %s', (name, words) => {
    for (const word of words) expect(said(name)).toContain(word)
  })
})

// spec: help-transfer
it('keeps the sentence of the specification, and adds how a ticket is sent on', () => {
  const { answer } = HELP.flatMap(({ questions }) => questions).find(({ id }) => id === 'transfer')!
  const [first, ...more] = answer
  expect(first).toMatch(/^Tickets are generally non-transferable\./)
  expect(more.join(' ')).toContain('press ‘Send to a friend’ and enter your friend’s phone number')
  expect(more.join(' ')).toContain('We send a code by SMS to the phone that has the ticket.')
})
