import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { openLine } from './work-line.ts'

/** A line with a clock that the test moves, and those who are in it, longest first. */
function makeLine(perSecond = 100, waitMs = 1000) {
  let at = 0
  let refused = 0
  const now = () => at
  const onRefused = () => {
    refused += 1
  }
  const line = openLine({ name: 'test', waitMs, perSecond, onRefused, now })
  const inside: (() => void)[] = []
  const come = () => {
    try {
      inside.push(line.enter())
      return true
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }
  return {
    come,
    inside,
    refused: () => refused,
    fill: () => {
      while (come() === true);
      return inside.length
    },
    /** One after the other is done, at this pace. */
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

test('lets in as many as it can do in time, and refuses who comes then', () => {
  const line = makeLine(100)
  expect(line.fill()).toBe(100)
  const refusal = line.come()
  expect(refusal).toMatchObject({ code: 'overloaded', status: 503, retryAfter: 2 })
  line.work(1, 100)
  expect(line.come()).toBe(true)
  expect(line.refused()).toBe(2)
})

test('holds more where more is done, and fewer where work has become slow', () => {
  const line = makeLine(100)
  const full = (perSecond: number) => {
    for (let done = 0; done < perSecond * 5; done += Math.ceil(line.inside.length / 2)) {
      line.fill()
      line.work(Math.ceil(line.inside.length / 2), perSecond)
    }
    return line.fill()
  }
  expect(full(400)).toBeGreaterThan(380)
  expect(full(400)).toBeLessThanOrEqual(401)
  expect(full(50)).toBeLessThan(60)
  // Where hardly anything is done some are let in all the same, or nobody would see it get better.
  expect(full(1)).toBeGreaterThanOrEqual(16)
  expect(full(400)).toBeGreaterThan(350)
})

test('what comes one by one says nothing of what it could do', () => {
  const line = makeLine(100)
  for (let i = 0; i < 50; i++) {
    line.come()
    line.work(1, 2)
  }
  expect(line.fill()).toBe(100)
})

test('who has left leaves once, however often that is told', () => {
  const line = makeLine(100)
  line.fill()
  const [first] = line.inside
  first!()
  first!()
  expect(line.come()).toBe(true)
  expect(line.come()).not.toBe(true)
})

test('the more were refused of late, the later they are to come back', () => {
  const line = makeLine(100)
  line.fill()
  for (let i = 0; i < 1000; i++) line.come()
  expect(retryAfter(line.come())).toBeGreaterThanOrEqual(10)
  for (let i = 0; i < 10_000; i++) line.come()
  expect(retryAfter(line.come())).toBe(30)
  line.pass(60_000)
  expect(retryAfter(line.come())).toBe(2)
})

test('many are refused with one failure: none is made for each', () => {
  const { fill, come } = makeLine()
  fill()
  const failures = Array.from({ length: 50 }, come)
  expect(failures[0]).toBeInstanceOf(AppError)
  expect(new Set(failures).size).toBe(1)
})
