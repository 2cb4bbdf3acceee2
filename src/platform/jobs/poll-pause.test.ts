import { expect, test } from 'vitest'
import { beatsToWait, longerPause, POLL_MIN_MS } from './poll-pause.ts'

/** In which a worker asks, in ms, over so many pauses. */
function pauses(count: number, restedMs: number): number[] {
  const all = [POLL_MIN_MS]
  while (all.length < count) all.push(longerPause(all.at(-1)!, restedMs))
  return all
}

test('a worker that finds nothing soon asks twice a second, and not more rarely', () => {
  expect(pauses(10, 29_999)).toEqual([5, 10, 20, 40, 80, 160, 320, 500, 500, 500])
})

test('after half a minute without a request or a job it asks every other second', () => {
  expect(pauses(11, 30_000)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2000])
})

test('who comes then is asked for twice a second again', () => {
  expect(longerPause(2000, 0)).toBe(500)
})

test('sweeps come round on each beat, and after half a minute of rest on every fifth', () => {
  expect([0, 29_999, 30_000].map(beatsToWait)).toEqual([1, 1, 5])
})
