import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { keepStage } from '../../../test/stage.ts'
import { openFolderStorage } from '../../platform/storage/storage.ts'
import { imageUrl, tallAddress } from '../image.rules.ts'
import { convertInTurn, storePicture } from './images.ts'
import { drawShareCard } from './share-card.ts'

const stage = keepStage()
let owner: Awaited<ReturnType<typeof buildAccount>>
let eventId: string
const storage = openFolderStorage('.data/test-storage')
beforeAll(async () => {
  owner = await buildAccount(stage)
})
beforeEach(async () => {
  eventId = (await buildEvent(stage.db, { organizerId: owner.id })).id
})

/** The part of a poster's height, or width, that its marked edges have. */
const EDGE = 0.03

/** A grey poster that is red at its upper, blue at its lower, green at its left and right edge. */
async function marked(width: number, height: number): Promise<Buffer> {
  const edge = Math.round(EDGE * height)
  const bar = (size: { width: number; height: number }, background: string) =>
    sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer()
  const side = await bar({ width: edge, height }, '#00ff00')
  return await sharp(await bar({ width, height }, '#888888'))
    .composite([
      { input: side, left: 0, top: 0 },
      { input: side, left: width - edge, top: 0 },
      { input: await bar({ width, height: edge }, '#ff0000'), left: 0, top: 0 },
      { input: await bar({ width, height: edge }, '#0000ff'), left: 0, top: height - edge },
    ])
    .png()
    .toBuffer()
}

const upload = async (poster: Buffer) =>
  await storePicture(
    { db: stage.db, clock: stage.clock, storage },
    { accountId: owner.id, picture: await convertInTurn(poster), start: 'whole' },
  )

async function rgb(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** How many pixels have the colour of each marked edge. */
async function edgesIn(picture: Buffer) {
  const { data } = await rgb(picture)
  const seen = { red: 0, green: 0, blue: 0 }
  for (let at = 0; at < data.length; at += 3) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
    if (r > 180 && g < 90 && b < 90) seen.red += 1
    if (g > 180 && r < 90 && b < 90) seen.green += 1
    if (b > 180 && r < 90 && g < 90) seen.blue += 1
  }
  return seen
}

async function fetchPicture(path: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await stage.app.inject(path)
  expect(statusCode).toBe(200)
  return rawPayload
}

async function fetchStory(image_key: string): Promise<Buffer> {
  await stage.db.updateTable('event').set({ image_key }).where('id', '=', eventId).execute()
  const { body } = await callAs(stage, owner, `GET /api/events/${eventId}/sharing`)
  return await fetchPicture(new URL(body.pictures.en).pathname)
}

// spec: looks-portrait-poster
test.each([
  ['2:3', 1080, 1620],
  ['9:16', 1080, 1920],
  ['A4', 1000, 1414],
  ['7:8', 1050, 1200],
])(
  'nothing of a portrait poster of %s is cut: event page, story and lists',
  async (_name, ...size) => {
    const key = await upload(await marked(...size))
    const [width, height] = size
    const frame = await fetchPicture(tallAddress(imageUrl('', key))!)
    expect(await sharp(frame).metadata()).toMatchObject({ width: 1280, height: 1600 })
    const scale = Math.min(1280 / width, 1600 / height)
    const edge = EDGE * height * scale
    const seen = await edgesIn(frame)
    expect(seen.red).toBeGreaterThan(0.8 * edge * width * scale)
    expect(seen.blue).toBeGreaterThan(0.8 * edge * width * scale)
    expect(seen.green).toBeGreaterThan(0.8 * edge * 2 * height * scale * (1 - 2 * EDGE))
    for (const picture of [await fetchStory(key), await fetchPicture(imageUrl('', key))]) {
      const { red, blue, green } = await edgesIn(picture)
      expect(Math.min(red, blue)).toBeGreaterThan(3000)
      expect(green).toBeGreaterThan(3000)
    }
  },
)

// spec: looks-portrait-poster
test('a poster of 4:5 fills the frame', async () => {
  const key = await upload(await marked(1080, 1350))
  const { data, width, height } = await rgb(await fetchPicture(tallAddress(imageUrl('', key))!))
  const at = (x: number, y: number) => [...data.subarray(3 * (y * width + x)).subarray(0, 3)]
  for (const x of [5, width / 2, width - 5]) {
    expect(at(x, 5)[0]).toBeGreaterThan(200)
    expect(at(x, height - 5)[2]).toBeGreaterThan(200)
  }
})

test('a share card shows the first and the last row of a portrait poster', async () => {
  const { files } = await convertInTurn(await marked(1080, 1620))
  const poster = files.find(
    ({ isTall, width, format }) => !isTall && width === 1280 && format === 'jpg',
  )!
  const words = { title: '', when: '', place: '', price: '' }
  const edges = async (imageKey: string) => {
    const { data, width, height } = await rgb(
      await drawShareCard({ ...words, imageKey }, poster.bytes),
    )
    expect([width, height]).toEqual([1200, 630])
    const at = (y: number) => data.subarray(3 * (y * width + 900)).subarray(0, 3)
    return { red: at(2)[0]! - at(2)[2]!, blue: at(627)[2]! - at(627)[0]! }
  }
  const whole = await edges('a-tall')
  const cut = await edges('a-1')
  // Dark below the words, but no longer grey.
  expect(whole.blue).toBeGreaterThan(cut.blue + 5)
  expect(whole.red).toBeGreaterThan(cut.red + 25)
})
