import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import { keepStage } from '../../../test/stage.ts'
import { openFolderStorage, type Storage } from '../../platform/storage/storage.ts'
import { IMAGE_WIDTHS, imageFile, imageStorageKey } from '../image.rules.ts'
import { storeAvif } from './store-avif.job.ts'

const stage = keepStage()
let folder: string
let storage: Storage
let puts: string[] = []
let picture: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lango-avif-'))
  const real = openFolderStorage(folder)
  storage = {
    ...real,
    putObject: async (key, ...rest) => {
      puts.push(key)
      await real.putObject(key, ...rest)
    },
  }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  picture = await sharp({
    create: { width: 1280, height: 720, channels: 3, background: '#b4430c', noise },
  })
    .webp()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true }))

const place = (key: string, width: (typeof IMAGE_WIDTHS)[number]) =>
  imageStorageKey(imageFile(key, width, 'avif'))

async function eventWith(imageKey: string) {
  await storage.putObject(imageStorageKey(`${imageKey}-1280.webp`), picture, 'image/webp')
  const event = await buildEvent(stage.db)
  await setPicture(event.id, imageKey)
  puts = []
  return event
}

async function setPicture(id: string, image_key: string | null): Promise<void> {
  await stage.db.updateTable('event').set({ image_key }).where('id', '=', id).execute()
}

const formats = async (id: string) =>
  (await stage.app.inject(`/api/events/${id}`)).json().image_formats

const run = (imageKey: string) =>
  storeAvif({ ...stage.deps, storage }).run({ imageKey }, jobByHand())

test('the job makes every width and then lets pages name the AVIF files', async () => {
  const event = await eventWith('kivuli-00000001')
  expect(await formats(event.id)).toEqual(['webp', 'jpg'])
  await run('kivuli-00000001')
  for (const width of IMAGE_WIDTHS) {
    const bytes = await storage.getObject(place('kivuli-00000001', width))
    const { format, compression, ...size } = await sharp(bytes!).metadata()
    expect({ format, compression }).toEqual({ format: 'heif', compression: 'av1' })
    expect(size).toMatchObject({ width, height: (width * 9) / 16 })
  }
  expect(await formats(event.id)).toEqual(['avif', 'webp', 'jpg'])
})

test('a second run makes only the missing files', async () => {
  const event = await eventWith('kivuli-00000002')
  await storage.putObject(place('kivuli-00000002', 400), Buffer.from('there'), 'image/avif')
  puts = []
  await run('kivuli-00000002')
  expect(puts).toEqual([place('kivuli-00000002', 800), place('kivuli-00000002', 1280)])
  await run('kivuli-00000002')
  expect(puts).toHaveLength(2)
  expect(await formats(event.id)).toEqual(['avif', 'webp', 'jpg'])
})

test('an event with another picture, or none, is not marked as having AVIF', async () => {
  const event = await eventWith('kivuli-00000003')
  await run('kivuli-00000003')
  await setPicture(event.id, 'other-00000004')
  expect(await formats(event.id)).toEqual(['webp', 'jpg'])
  await run('kivuli-00000003')
  expect(await formats(event.id)).toEqual(['webp', 'jpg'])
  await setPicture(event.id, null)
  expect(await formats(event.id)).toEqual([])
})

test('the job ends if the picture is missing', async () => {
  await expect(run('gone-00000005')).resolves.toBeUndefined()
})
