import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useCountdown } from './use-countdown.ts'

function Seconds({ reply }: { reply: { seconds: number | null } }) {
  return useCountdown(reply, reply.seconds)
}

afterEach(() => {
  vi.useRealTimers()
})

// spec: waiting-ring
test('a screen that opens again goes on with the seconds that are left of the reply', () => {
  vi.useFakeTimers({ now: 0 })
  const leftOf = (reply: { seconds: number | null }) =>
    renderToStaticMarkup(<Seconds reply={reply} />)
  const reply = { seconds: 60 }
  expect(leftOf(reply)).toBe('60')
  vi.setSystemTime(15_000)
  expect(leftOf(reply)).toBe('45')
  expect(leftOf({ seconds: 60 })).toBe('60')
  expect(leftOf({ seconds: null })).toBe('')
  vi.setSystemTime(90_000)
  expect(leftOf(reply)).toBe('0')
})
