import { describe, expect, it } from 'vitest'
import type { PendingOrder } from './checkout.contract.ts'
import {
  backOffMs,
  busySeconds,
  isStillExpected,
  leadsToLook,
  nextWaitSeconds,
} from './order-wait.rules.ts'

function pending(phase: PendingOrder['phase'], secondsLeft: number | null = null): PendingOrder {
  return {
    status: 'pending',
    order_id: 'o',
    message: '',
    phase,
    seconds_left: secondsLeft,
    prompt: { business: 'LANGO TICKETS', account: 'AB12CD34' },
    next_phone: null,
    other_phone_in: 15,
    transaction: { event_id: 'e', event_title: 'Derby', amount: 100, phone: '07•• ••• 678' },
  }
}

describe('waiting for an order', () => {
  it('backs off and stays at the longest pause', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(backOffMs)).toEqual([
      1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
    ])
  })

  it('looks immediately, then in steps that fit the phase', () => {
    expect(nextWaitSeconds(null)).toBe(0)
    expect(nextWaitSeconds(pending('in_line'))).toBe(10)
    expect(nextWaitSeconds(pending('issuing'))).toBe(10)
    expect(nextWaitSeconds(pending('prompted', 90))).toBe(25)
    expect(nextWaitSeconds(pending('prompted', 7))).toBe(8)
    expect(nextWaitSeconds(pending('prompted'))).toBe(25)
    expect(nextWaitSeconds(pending('checking'))).toBe(10)
    expect(nextWaitSeconds(pending('confirming'))).toBe(25)
  })

  it('returns to an overloaded server after its Retry-After, or up to half of that later', () => {
    expect([busySeconds(6, 0), busySeconds(6, 0.5), busySeconds(6, 1)]).toEqual([6, 8, 9])
    expect(busySeconds(undefined, 0)).toBe(5)
  })

  it('repeats an order that never arrived only while it is young', () => {
    expect(isStillExpected(0, 60_000)).toBe(true)
    expect(isStillExpected(0, 300_000)).toBe(false)
  })

  it('looks at the order if the refusal is about its state', () => {
    expect(['prompt_open', 'already_paid', 'order_conflict', 'sold_out'].map(leadsToLook)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
