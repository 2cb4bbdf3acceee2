import fc from 'fast-check'
import { expect, test } from 'vitest'
import { happenedAt } from './replay.ts'

const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })

// spec: gate-history-by-clock
test('property: the event time is the corrected device time if plausible, otherwise the upload time', () => {
  fc.assert(
    fc.property(fc.option(instant), instant, instant, (byClock, since, uploaded) => {
      const uploadedAt = new Date(uploaded)
      const at = happenedAt({ byClock, since, uploadedAt }).getTime()
      expect([byClock, uploaded]).toContain(at)
      expect(at).toBeLessThanOrEqual(uploaded)
      if (at !== uploaded) expect(at).toBeGreaterThanOrEqual(since)
      if (byClock !== null && byClock >= since && byClock <= uploaded) expect(at).toBe(byClock)
    }),
  )
})
