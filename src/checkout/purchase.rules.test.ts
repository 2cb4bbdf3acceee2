import { describe, expect, it } from 'vitest'
import type { PendingOrder } from './checkout.contract.ts'
import {
  howToPay,
  leavesNoOrder,
  nextStep,
  type PurchaseStep,
  refusalText,
} from './purchase.rules.ts'

const order = { status: 'pending', phase: 'in_line' } as PendingOrder

describe('a purchase on the event page', () => {
  it('goes from the form to the waiting screen and back with a problem', () => {
    let step: PurchaseStep = { at: 'choosing' }
    step = nextStep(step, { is: 'open' })
    expect(step).toEqual({ at: 'form', problem: null })
    step = nextStep(step, { is: 'sending' })
    step = nextStep(step, { is: 'offline', offline: true })
    expect(step).toEqual({ at: 'sending', offline: true })
    step = nextStep(step, { is: 'pending', order })
    expect(step).toEqual({ at: 'waiting', order, offline: false })
    step = nextStep(step, { is: 'problem', problem: 'Cancelled' })
    expect(step).toEqual({ at: 'form', problem: 'Cancelled' })
  })

  it('takes no news of the network while nothing is under way', () => {
    const step: PurchaseStep = { at: 'choosing' }
    expect(nextStep(step, { is: 'offline', offline: true })).toBe(step)
  })
})

describe('a refusal', () => {
  it('shows the new total', () => {
    const text = refusalText({ status: 409, code: 'amount_changed', error: 'x', amount: 1500 })
    expect(text).toContain('KES 1,500')
  })

  it('is in the words of the server, and in ours where none came', () => {
    expect(refusalText({ status: 409, code: 'sold_out', error: 'Gone' })).toBe('Gone')
    expect(refusalText({ status: 0, code: 'network', error: 'No connection.' })).toBe(
      'Payment failed. Please try again.',
    )
    expect(refusalText({ status: 500, code: 'internal', error: 'Oops' })).toBe(
      'Payment failed. Please try again.',
    )
  })

  it('leaves no order only where the server said so', () => {
    expect(leavesNoOrder({ status: 422, code: '', error: '' })).toBe(true)
    expect(leavesNoOrder({ status: 0, code: '', error: '' })).toBe(false)
    expect(leavesNoOrder({ status: 503, code: '', error: '' })).toBe(false)
  })
})

describe('how to pay', () => {
  const lines = [{ ticketTypeId: 'a', quantity: 2 }]

  it('prompts the same order again while its tickets are the same', () => {
    expect(howToPay({ retry: true, lines }, lines)).toBe('prompt')
    expect(howToPay({ retry: true, lines }, [{ ticketTypeId: 'a', quantity: 1 }])).toBe('new')
  })

  it('repeats an order that got no answer, whatever is chosen now', () => {
    expect(howToPay({ retry: false, lines }, [])).toBe('repeat')
    expect(howToPay(null, lines)).toBe('new')
  })
})
