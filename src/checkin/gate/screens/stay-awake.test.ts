// Tests that the screen of a phone at a gate stays on.
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../../../test/until.ts'
import { stayAwake } from './stay-awake.ts'

afterEach(() => vi.unstubAllGlobals())

function phone(request?: () => Promise<{ release: () => Promise<void> }>) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', request ? { wakeLock: { request } } : {})
  const show = async (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
  }
  return { show }
}

// spec: gate-stays-awake
test('the screen stays on while codes are scanned, also after a switch to another app and back', async () => {
  let [locks, requests] = [0, 0]
  const release = async () => {
    locks -= 1
  }
  const { show } = phone(async () => {
    requests += 1
    locks = 1
    return { release }
  })
  const end = stayAwake()
  await Promise.resolve()
  expect([requests, locks]).toEqual([1, 1])
  await show('hidden')
  expect(requests).toBe(1)
  // The browser releases the wake lock, because the page was hidden.
  locks = 0
  await show('visible')
  expect([requests, locks]).toEqual([2, 1])
  end()
  expect(locks).toBe(0)
  await show('visible')
  expect(requests).toBe(2)
})

// spec: gate-stays-awake
test('the wake lock is released if the screen was left before the browser granted it', async () => {
  const release = vi.fn(async () => {})
  const answer = Promise.withResolvers<{ release: () => Promise<void> }>()
  phone(() => answer.promise)
  stayAwake()()
  answer.resolve({ release })
  await until(() => expect(release).toHaveBeenCalledTimes(1))
})

// spec: gate-stays-awake
test.each([
  ['refuses', async () => Promise.reject(new Error('low battery'))],
  ['cannot', undefined],
])('a browser that %s it is used all the same', async (_what, request) => {
  const { show } = phone(request)
  const end = stayAwake()
  await show('visible')
  end()
})
