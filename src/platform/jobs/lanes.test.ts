import { expect, test } from 'vitest'
import { declareLane } from './jobs.ts'
import { countLanes } from './lanes.ts'

const open = () =>
  countLanes({ lanes: [declareLane('send'), declareLane('one', { atOnce: 1 })], concurrency: 3 })

test('whoever queues a job has no place while others may wait in the table', () => {
  const lanes = open()
  // Before the first look nobody knows.
  expect(lanes.reserve('send', 1)).toBe(0)
  lanes.noteClaimed(lanes.openings(), [])
  expect(lanes.reserve('send', 2)).toBe(2)
  lanes.fallBehind('send')
  expect(lanes.reserve('send', 1)).toBe(0)
  expect(lanes.reserve('one', 1)).toBe(1)
})

test('a lane that got as many as it asked for may have more', () => {
  const lanes = open()
  lanes.noteClaimed(lanes.openings(), [{ lane: 'one' }, { lane: 'send' }])
  expect([lanes.isBehind('one'), lanes.isBehind('send')]).toEqual([true, false])
})

test('a job that is left while the table is asked is not forgotten', () => {
  const lanes = open()
  const openings = lanes.openings()
  lanes.fallBehind('send')
  expect(lanes.noteClaimed(openings, [])).toBe(true)
  expect([lanes.isBehind('one'), lanes.isBehind('send')]).toEqual([false, true])
  expect(lanes.noteClaimed(lanes.openings(), [])).toBe(false)
  expect(lanes.isBehind('send')).toBe(false)
})

test('a lane runs as many as it may, and what is reserved counts', () => {
  const lanes = open()
  lanes.noteClaimed(lanes.openings(), [])
  lanes.occupy('send', 1)
  expect(lanes.reserve('send', 5)).toBe(2)
  expect(lanes.openings()).toEqual([{ lane: 'one', count: 1 }])
  lanes.free('send', 2)
  expect(lanes.openings()).toEqual([
    { lane: 'send', count: 2 },
    { lane: 'one', count: 1 },
  ])
  expect(lanes.reserve('nobody’s', 1)).toBe(0)
})

test('a lane that rests runs nothing and takes nothing, and then looks for what waits', () => {
  let now = 0
  const lanes = countLanes({
    lanes: [declareLane('send'), declareLane('one', { atOnce: 1 })],
    concurrency: 3,
    now: () => now,
  })
  lanes.noteClaimed(lanes.openings(), [])
  expect(lanes.msOfRest()).toBe(Infinity)
  lanes.rest('send', 250)
  lanes.rest('send', 100)
  now = 200
  expect(lanes.msOfRest()).toBe(50)
  expect(lanes.openings()).toEqual([{ lane: 'one', count: 1 }])
  expect(lanes.reserve('send', 1)).toBe(0)
  // Nobody need hurry for its sake.
  expect(lanes.isBehind('send')).toBe(false)
  now = 250
  expect(lanes.msOfRest()).toBe(Infinity)
  expect(lanes.reserve('send', 1)).toBe(0)
  expect(lanes.isBehind('send')).toBe(true)
  lanes.noteClaimed(lanes.openings(), [])
  expect(lanes.reserve('send', 1)).toBe(1)
})
