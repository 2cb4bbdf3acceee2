import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageUrl, keyEnd, storedKeys, tallAddress } from '../image.rules.ts'
import { accentStyle } from '../screens/accent-style.ts'
import { convertImage } from './images.ts'
import { contrast, posterAccent, STATE_COLOURS } from './poster-accent.ts'

/** Makes a poster of a single colour. */
const flat = (background: string) =>
  sharp({ create: { width: 80, height: 45, channels: 3, background } })
    .png()
    .toBuffer()

const HOUSE_ORANGE = null
const LIGHT = ['#ffffff', '#fffdfa', '#faf6f0']

// spec: looks-accent-poster
test.each([
  ['violet', '#7a3cff'],
  ['a blue night', '#0b1d51'],
  ['pale pink', '#f4a6d0'],
  ['teal', '#12a5a0'],
  ['yellow that is not amber', '#f7ff00'],
  ['lime', '#b6e33c'],
])('the accent of %s can be read on every ground, and white text on it', async (_name, colour) => {
  const accent = await posterAccent(await flat(colour))
  expect(accent).toMatch(/^[0-9a-f]{6}$/)
  const style = accentStyle(imageUrl('', `a-0${keyEnd({ accent, isTall: true })}`)) as Record<
    string,
    string
  >
  expect(style['--color-accent']).toBe(`#${accent}`)
  for (const ground of LIGHT) {
    expect(contrast(style['--color-accent']!, ground)).toBeGreaterThanOrEqual(4.5)
  }
  const deep = style['--color-accent-deep']!
  expect(contrast(deep, style['--color-accent-soft']!)).toBeGreaterThanOrEqual(4.5)
})

// spec: looks-accent-poster
test.each([
  ['red', '#e01010'],
  ['24 degrees from red', '#ff0066'],
  ['orange', '#ff9900'],
  ['20 degrees from orange', '#ffdd00'],
  ['green', '#20a050'],
  ['grey', '#808080'],
  ['nearly black', '#0a0a0c'],
])('a poster in %s keeps the house orange', async (_name, colour) => {
  expect(await posterAccent(await flat(colour))).toBe(HOUSE_ORANGE)
})

test('the strongest colour of a poster counts, even if more of it is grey', async () => {
  const sign = { create: { width: 20, height: 45, channels: 3 as const, background: '#1030d0' } }
  const poster = await sharp(await flat('#777777'))
    .composite([{ input: sign, gravity: 'west' }])
    .png()
    .toBuffer()
  const accent = await posterAccent(poster)
  expect(Number.parseInt(accent!.slice(4), 16)).toBeGreaterThan(
    Number.parseInt(accent!.slice(0, 2), 16),
  )
})

test('the colours with a meaning are those of the style sheet', () => {
  const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  const named = ['good', 'used', 'bad'].map(
    (name) => new RegExp(`--color-${name}: (#[0-9a-f]{6})`).exec(tokens)?.[1],
  )
  expect(named).toEqual(STATE_COLOURS)
})

test('an address without a colour, and no picture at all, keep the house orange', () => {
  expect(accentStyle('/images/nairobi-derby-1a2b3c4d-1280.webp')).toBeUndefined()
  expect(accentStyle('/images/x-c12345-1280.webp')).toBeUndefined()
  expect(accentStyle(null)).toBeUndefined()
})

// spec: looks-portrait-poster
test('a portrait poster is also stored as 4:5, and its name says so', async () => {
  const poster = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3322cc' } })
      .png()
      .toBuffer()
  const { end, files } = await convertImage(await poster(350, 500))
  expect(end).toMatch(/^-c[0-9a-f]{6}-tall$/)
  expect(storedKeys(`a${end}`)).toEqual([`a${end}`, `a${end}-4x5`])
  const address = imageUrl('', `a${end}`)
  expect(tallAddress(address)).toBe(`/images/a${end}-4x5-1280.webp`)
  const tall = files.filter(({ isTall }) => isTall)
  expect(tall).toHaveLength(6)
  for (const { width, bytes } of tall) {
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height: (width * 5) / 4 })
  }
  const square = await convertImage(await poster(400, 400))
  expect(square.end).not.toContain('tall')
  expect(square.files).toHaveLength(6)
  expect(tallAddress(imageUrl('', `a${square.end}`))).toBeNull()
})
