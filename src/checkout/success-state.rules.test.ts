import { describe, expect, it } from 'vitest'
import type { SettledOrder } from './checkout.contract.ts'
import { readSuccessState, successState } from './success-state.rules.ts'

const ticket = { ticket_number: '0123456789ABCDEF', ticket_type: 'VIP', quantity: 2, gate: 'B' }
const order: SettledOrder = {
  status: '0',
  message: 'Paid',
  order_id: 'o',
  rrn: 'TKL4X7Q2RB',
  refund: null,
  can_retry: false,
  transaction: {
    id: 'o',
    event_id: 'e',
    event_title: 'Derby',
    event_date: '2027-01-03',
    event_time: '16:00',
    event_image_key: null,
    event_location: 'Nyayo Stadium',
    amount: 2000,
    phone: '07•• ••• 678',
    tickets: [ticket],
  },
}

describe('the state of the success page', () => {
  // spec: payment-complete-receives-navigation
  it('holds what the buyer typed, otherwise what the order shows', () => {
    const typed = { phoneNumber: '0712345678', email: 'a@b.ke' }
    expect(successState(order, typed)).toMatchObject({ ...typed, reference: 'TKL4X7Q2RB' })
    expect(successState(order)).toMatchObject({ phoneNumber: '07•• ••• 678', email: null })
    expect(successState(order).event).toEqual({
      id: 'e',
      title: 'Derby',
      date: '2027-01-03',
      time: '16:00',
      location: 'Nyayo Stadium',
      image: null,
    })
  })

  it('holds the phone that paid, if the buyer typed another one later', () => {
    const typed = { phoneNumber: '0722000999', email: 'a@b.ke' }
    expect(successState(order, typed)).toMatchObject({
      phoneNumber: '07•• ••• 678',
      email: 'a@b.ke',
    })
  })

  // spec: payment-complete-receives-navigation
  it('is read from history as it was written', () => {
    const state = successState(order)
    expect(readSuccessState(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })

  it('accepts tickets that have only number and quantity', () => {
    const state = readSuccessState({ tickets: [{ ticket_number: 'A', quantity: 1 }], amount: '5' })
    expect(state).toMatchObject({ amount: 5, message: '', tickets: [{ ticket_number: 'A' }] })
    // States stored by a version without the event's day, and states that Lango did not store.
    for (const event of [undefined, 5, null, { id: 'e' }]) {
      expect(readSuccessState({ tickets: [], event })?.event).toBeUndefined()
    }
  })

  it.each([null, undefined, 'x', {}, { tickets: {} }, { tickets: [null] }, { tickets: [{}] }])(
    'is absent in %j',
    (state) => {
      expect(readSuccessState(state)).toBeNull()
    },
  )
})
