import { expect, test } from 'vitest'
import { nairobiDate, nairobiDateTime, nairobiStamp } from './nairobi.rules.ts'

test('a day in Nairobi begins at 21:00 UTC', () => {
  expect(nairobiDate(new Date('2027-01-31T20:59:59Z'))).toBe('2027-01-31')
  expect(nairobiDate(new Date('2027-01-31T21:00:00Z'))).toBe('2027-02-01')
})

test('a Nairobi time has seconds', () => {
  const at = new Date('2026-12-31T21:05:09.999Z')
  expect(nairobiDateTime(at)).toBe('2027-01-01 00:05:09')
  expect(nairobiStamp(at)).toBe('20270101000509')
})

test("Nairobi's offset equals that of the time zone database", () => {
  const zone = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Africa/Nairobi',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for (let month = 0; month < 24; month++) {
    const at = new Date(Date.UTC(2026, month, 7, 3 * month, 30, month))
    expect(nairobiDateTime(at)).toBe(zone.format(at))
  }
})
