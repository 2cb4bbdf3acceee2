import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { openShedder } from './load-shedder.ts'

/** A shedder with a clock that the test moves, and its requests in progress, oldest first. */
function makeShedder(perSecond = 100, waitMs = 1000, burst = 0) {
  let at = 0
  let refused = 0
  const now = () => at
  const onRefused = () => {
    refused += 1
  }
  const shedder = openShedder({ waitMs, perSecond, burst, onRefused, now })
  const inside: (() => void)[] = []
  /** Sends a request. Returns true if the request is accepted, otherwise the refusal. */
  const come = () => {
    const refusal = shedder.refusal()
    if (refusal) return refusal
    inside.push(shedder.enter())
    return true
  }
  return {
    come,
    inside,
    refused: () => refused,
    fill: () => {
      while (come() === true);
      return inside.length
    },
    /** Ends requests one after the other at this pace. */
    work: (count: number, perSecond: number) => {
      for (let i = 0; i < count; i++) {
        at += 1000 / perSecond
        inside.shift()?.()
      }
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

const retryAfter = (answer: unknown) => (answer as AppError).retryAfter

test('a shedder accepts as many requests as can be done in time, and refuses the next', () => {
  const shedder = makeShedder(100)
  expect(shedder.fill()).toBe(100)
  const refusal = shedder.come()
  expect(refusal).toMatchObject({ code: 'overloaded', status: 503, retryAfter: 2 })
  shedder.work(1, 100)
  expect(shedder.come()).toBe(true)
  expect(shedder.refused()).toBe(2)
})

test('a shedder accepts more when work is fast, and fewer when work has become slow', () => {
  const shedder = makeShedder(100)
  const full = (perSecond: number) => {
    for (let done = 0; done < perSecond * 5; done += Math.ceil(shedder.inside.length / 2)) {
      shedder.fill()
      shedder.work(Math.ceil(shedder.inside.length / 2), perSecond)
    }
    return shedder.fill()
  }
  expect(full(400)).toBeGreaterThan(380)
  expect(full(400)).toBeLessThanOrEqual(401)
  expect(full(50)).toBeLessThan(60)
  // Even at a very low pace some requests are accepted, so that the shedder notices a better pace.
  expect(full(1)).toBeGreaterThanOrEqual(16)
  expect(full(400)).toBeGreaterThan(350)
})

test('requests that come one by one do not lower the measured pace', () => {
  const shedder = makeShedder(100)
  for (let i = 0; i < 50; i++) {
    shedder.come()
    shedder.work(1, 2)
  }
  expect(shedder.fill()).toBe(100)
})

test('a request ends once, however often its end is reported', () => {
  const shedder = makeShedder(100)
  shedder.fill()
  const [first] = shedder.inside
  first!()
  first!()
  expect(shedder.come()).toBe(true)
  expect(shedder.come()).not.toBe(true)
})

test('the more requests were refused lately, the later callers are told to retry', () => {
  const shedder = makeShedder(100)
  shedder.fill()
  for (let i = 0; i < 1000; i++) shedder.come()
  expect(retryAfter(shedder.come())).toBeGreaterThanOrEqual(10)
  for (let i = 0; i < 10_000; i++) shedder.come()
  expect(retryAfter(shedder.come())).toBe(30)
  shedder.pass(60_000)
  expect(retryAfter(shedder.come())).toBe(2)
})

test('refusals with the same Retry-After share one error', () => {
  const { fill, come } = makeShedder()
  fill()
  const failures = Array.from({ length: 50 }, come)
  expect(failures[0]).toBeInstanceOf(AppError)
  expect(new Set(failures).size).toBe(1)
})

test('a shedder at rest accepts a burst although work was slow, and sheds as before after it', () => {
  const shedder = makeShedder(100, 1000, 120)
  while (shedder.inside.length < 120) expect(shedder.come()).toBe(true)
  // Requests that end at only 20 a second lower the measured pace, so that the shedder accepts
  // fewer requests from now on.
  shedder.work(120, 20)
  const slow = shedder.fill()
  expect(slow).toBeLessThan(40)
  shedder.work(slow, 20)
  shedder.pass(1000)
  expect(shedder.fill()).toBe(slow)
  shedder.work(slow, 20)
  shedder.pass(2000)
  expect(shedder.fill()).toBe(120)
  shedder.work(100, 20)
  expect(shedder.fill()).toBeLessThan(40)
})
