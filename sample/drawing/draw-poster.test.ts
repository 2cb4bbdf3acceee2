import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sampleEvents } from '../events/all-events.ts'
import { drawPoster } from './draw-poster.ts'

const FOLDER = new URL('../posters/', import.meta.url)
const MAX_BYTES = 150_000

async function expectPoster(poster: Buffer, name: string): Promise<void> {
  const form = { format: 'webp', width: 1280, height: 720 }
  expect(await sharp(poster).metadata(), name).toMatchObject(form)
  expect(poster.length, name).toBeLessThanOrEqual(MAX_BYTES)
}

test('the committed posters are one for each sample event, at most 150 kB each', async () => {
  const files = sampleEvents.map(({ key }) => `${key}.webp`).sort()
  expect(readdirSync(FOLDER).sort()).toEqual(files)
  for (const file of files) await expectPoster(readFileSync(new URL(file, FOLDER)), file)
})

test('a title is drawn in the same way each time, and another title or colour differently', async () => {
  const poster = await drawPoster('Ngano Tamu: Nairobi', '#c2410c')
  await expectPoster(poster, 'Ngano Tamu: Nairobi')
  expect(await drawPoster('Ngano Tamu: Nairobi', '#c2410c')).toEqual(poster)
  expect(await drawPoster('Ngano Tamu: Kisumu', '#c2410c')).not.toEqual(poster)
  expect(await drawPoster('Ngano Tamu: Nairobi', '#0b6e4f')).not.toEqual(poster)
})
