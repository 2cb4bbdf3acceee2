import { readFileSync } from 'node:fs'
import { parse } from 'opentype.js'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { sampleEvents } from '../sample/events/all-events.ts'
import { cutDisplayFace, FACE_CHARACTERS, readFaceLicence } from '../scripts/display-face.ts'
import { smsDate } from '../src/messages/sms.rules.ts'
import { formatKesAndCents } from '../src/platform/values/money.rules.ts'
import { formatDate, formatFullDate, formatShortMonth, formatTime } from '../src/ui/dates.rules.ts'

/** Reads the typeface as TrueType, because opentype.js cannot read WOFF2. */
async function openFace(face: Buffer) {
  const names = { preserveNameIds: [0, 13, 14] }
  const plain = await subsetFont(face, FACE_CHARACTERS, { targetFormat: 'truetype', ...names })
  return parse(new Uint8Array(plain).buffer)
}

/**
 * Letters that browsers compose from a letter and a mark if the face has no glyph for the
 * combination.
 */
const COMPOSED = 'ĨĩŨũ'

// spec: looks-display-face
test('the display face is cut to at most 15 kB and draws each title, date and price', async () => {
  const face = await cutDisplayFace()
  expect(face.length).toBeLessThanOrEqual(15_000)
  const font = await openFace(face)
  const days = Array.from({ length: 366 }, (_, i) =>
    new Date(Date.UTC(2028, 0, 1 + i)).toISOString().slice(0, 10),
  )
  const shown = [
    ...sampleEvents.map(({ title }) => title),
    'Fête ya Ñandú: Mũgithi wa Gĩkũyũ – “Ng’ombe” & ‘Wali’ … Sh. 1,000 @ 7PM? (50 %) · #1',
    ...(['en', 'sw'] as const).flatMap((language) =>
      days.flatMap((day) =>
        [formatDate, formatFullDate, formatShortMonth, smsDate].map((write) =>
          write(day, language),
        ),
      ),
    ),
    formatTime('16:00'),
    formatTime('09:30'),
    formatKesAndCents(1_234_567_890),
    formatKesAndCents(-1000.55),
    '*265*25#',
  ].join('')
  expect(shown).toContain('−')
  const missing = [...new Set(shown.normalize('NFC'))]
    .flatMap((letter) => (COMPOSED.includes(letter) ? [...letter.normalize('NFD')] : [letter]))
    .filter((letter) => font.charToGlyphIndex(letter) === 0)
  expect(missing).toEqual([])
})

test('the display face holds no character that no title, date or price needs', async () => {
  const font = await openFace(await cutDisplayFace())
  expect([...'↑↓⁄‹›ıˆ'].filter((letter) => font.charToGlyphIndex(letter) > 0)).toEqual([])
})

// spec: looks-display-face
test('the display face names its copyright and its licence, and is never waited for', async () => {
  const { names } = await openFace(await cutDisplayFace())
  expect(JSON.stringify(names)).toContain('Copyright 2022 The Figtree Project Authors')
  expect(JSON.stringify(names)).toContain('https://openfontlicense.org')
  expect(await readFaceLicence()).toMatch(
    /^Copyright 2022 The Figtree Project Authors.*SIL OPEN FONT LICENSE Version 1\.1/s,
  )
  const rules = readFileSync('src/ui/site.css', 'utf8').match(/@font-face \{[^}]*\}/g)
  expect(rules).toHaveLength(1)
  expect(rules![0]).toContain('font-display: optional')
})

test('the display face is cut to the same bytes each time', async () => {
  expect((await cutDisplayFace()).equals(await cutDisplayFace())).toBe(true)
})
