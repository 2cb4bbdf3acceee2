import { expect, test } from 'vitest'
import { imageFormat, imageSrcset, imageUrl, imageVariant, pictureFormat } from './image.rules.ts'

const address = imageUrl('https://lango.test', 'nairobi-derby-1a2b3c4d')

test("a picture's address names its key, the largest width and WebP", () => {
  expect(address).toBe('https://lango.test/images/nairobi-derby-1a2b3c4d-1280.webp')
  expect(imageUrl('', 'kivuli', 400, 'jpg')).toBe('/images/kivuli-400.jpg')
})

test("the addresses of other widths and formats follow from the picture's address", () => {
  expect(imageVariant(address, 400)).toBe(
    'https://lango.test/images/nairobi-derby-1a2b3c4d-400.webp',
  )
  expect(imageVariant(imageVariant(address, 800, 'jpg'), 1280)).toBe(address)
  expect(imageSrcset('/images/a-1280.webp', 'jpg')).toBe(
    '/images/a-400.jpg 400w, /images/a-800.jpg 800w, /images/a-1280.jpg 1280w',
  )
})

test('a foreign address has no other widths', () => {
  expect(imageVariant('https://cdn.test/poster.png', 400)).toBe('https://cdn.test/poster.png')
  expect(imageSrcset('https://cdn.test/poster.png')).toBeUndefined()
})

test('only names of stored pictures have a format', () => {
  expect(imageFormat('night-train-0a-800.webp')).toBe('webp')
  expect(imageFormat('night-train-0a-1280.jpg')).toBe('jpg')
  for (const name of [
    'a-500.webp',
    'a-400.png',
    '../a-400.webp',
    '-400.webp',
    'A-400.webp',
    'a',
    '',
  ]) {
    expect(imageFormat(name), name).toBeNull()
  }
})

const of = (text: string) => pictureFormat(Buffer.from(text, 'latin1'))

test("a file's format follows from its first bytes alone", () => {
  expect(of('\0\0\0\x1cftypmif1\0\0\0\0mif1miafavif')).toBe('AVIF')
  expect(of('\0\0\0\x18ftypheic\0\0\0\0mif1heic')).toBe('HEIC')
  expect(of('II*\0')).toBe('TIFF')
  expect(of('MM\0*')).toBe('TIFF')
  const others = ['', 'GIF', '\0\0\0\x18ftypisom\0\0\0\0isommp42', `<!--${'-'.repeat(5000)}`]
  for (const text of [...others, 'a page with <svg> in it']) expect(of(text)).toBeNull()
})
