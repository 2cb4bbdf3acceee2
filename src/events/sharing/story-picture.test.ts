import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { STORY_HEIGHT, STORY_SAFE, STORY_WIDTH } from './story.rules.ts'
import { drawStory, type Story, type StoryPoster } from './story-picture.ts'

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
})

const STORY: Story = {
  title: 'Chipukizi Festival',
  day: { weekday: 'Sunday', number: '13', month: 'December 2026', time: '3:00 PM' },
  when: 'Sunday, December 13, 2026 · 3:00 PM',
  place: 'Uhuru Gardens, Nairobi',
  note: null,
  price: 'From KES 1,500',
  dial: { text: 'No internet? Dial', code: '*265*25*123#' },
  scan: 'Scan for tickets',
  url: 'https://tickets.lango.co.ke/event/5a17ca10-0002-4000-8000-000000000002',
  address: 'tickets.lango.co.ke/m/chipukizi',
  accent: null,
  imageKey: null,
}
const LONG = 'The Great Nairobi Derby Day with music until late '.repeat(5)
const NEWS: Partial<Story> = {
  title: LONG,
  place: LONG,
  note: { text: LONG, isBad: false },
  price: LONG,
  address: `tickets.lango.co.ke/sw/m/${'chipukizi-fest'.repeat(3).slice(0, 40)}`,
}

/** A noisy picture. For the QR code reader, it is as hard as a real poster. */
async function poster(width: number, height: number): Promise<StoryPoster> {
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 60 }
  const create = { width, height, channels: 3 as const, background: '#a01d63', noise }
  return { bytes: await sharp({ create }).jpeg().toBuffer(), isTall: height > width }
}
const tall = () => poster(1280, 1600)
const wide = () => poster(1280, 720)

const CASES: [string, Partial<Story>, (() => Promise<StoryPoster>) | null][] = [
  ['a portrait poster', {}, tall],
  ['a landscape poster', {}, wide],
  ['no poster', {}, null],
  ['a title, a venue and news that are far too long', NEWS, tall],
  ['these without a poster', NEWS, null],
  [
    'a cancelled event',
    { note: { text: 'Limefutwa', isBad: true }, price: null, dial: null },
    wide,
  ],
]

/** The picture on a screen at an angle, as another phone's camera sees it: 720 px wide. */
async function photo(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .resize(620)
    .rotate(6, { background: '#888888' })
    .blur(0.8)
    .linear(0.7, 30)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    ...{ width: info.width, height: info.height, colorSpace: 'srgb' as const },
    data: new Uint8ClampedArray(data),
  } as ImageData
}

// spec: story-picture
test.each(CASES)('the QR code opens the event from a photo: %s', async (_what, change, drawn) => {
  const picture = await drawStory({ ...STORY, ...change }, drawn && (await drawn()))
  const { format, width, height } = await sharp(picture).metadata()
  expect([format, width, height]).toEqual(['jpeg', STORY_WIDTH, STORY_HEIGHT])
  const codes = await readBarcodes(await photo(picture), { formats: ['QRCode'] })
  expect(codes.map(({ text }) => text)).toEqual([STORY.url])
})

// spec: story-picture
test.each(CASES)(
  'words stay clear of the buttons of the apps and of the edges: %s',
  async (_what, change, drawn) => {
    const shown = drawn && (await drawn())
    const pixels = async (story: Story) =>
      await sharp(await drawStory(story, shown))
        .greyscale()
        .raw()
        .toBuffer()
    const image = await pixels({ ...STORY, ...change })
    const none = { ...STORY, title: '', when: '', place: '', note: null, price: null, dial: null }
    const address = ''
    const day = { weekday: '', number: '', month: '', time: '' }
    const ground = await pixels({ ...none, day, scan: '', address })
    const differs = (x: number, y: number) =>
      Math.abs(image[y * STORY_WIDTH + x]! - ground[y * STORY_WIDTH + x]!) > 40
    let inked = 0
    for (let y = 0; y < STORY_HEIGHT; y += 2) {
      const isSafe = y >= STORY_SAFE && y < STORY_HEIGHT - STORY_SAFE
      for (let x = 0; x < STORY_WIDTH; x += 2) {
        if (!differs(x, y)) continue
        inked += 1
        expect(isSafe && x >= 64 && x < STORY_WIDTH - 64, `${x} ${y}`).toBe(true)
      }
    }
    expect(inked).toBeGreaterThan(2000)
  },
)

// spec: story-picture
test('a card that we drew has the title, so the story leaves the title out below the card', async () => {
  const card = await wide()
  const draw = (title: string, imageKey: string) => drawStory({ ...STORY, title, imageKey }, card)
  const drawn = 'card-0a1b2c3d'
  expect(await draw('Taarab Night', drawn)).toEqual(await draw('Comedy Tower', drawn))
  expect(await draw('Taarab Night', 'poster')).not.toEqual(await draw('Comedy Tower', 'poster'))
})

// spec: story-picture
test('the address stands below the ticket, whole, however long the short link is', async () => {
  const rowsOf = async (address: string) => {
    const height = 68
    const foot = { left: 0, top: STORY_HEIGHT - STORY_SAFE - height, width: STORY_WIDTH, height }
    const picture = await drawStory({ ...STORY, address }, null)
    return await sharp(picture).extract(foot).greyscale().raw().toBuffer()
  }
  const none = await rowsOf('')
  const inked = async (address: string) =>
    (await rowsOf(address)).filter((level, at) => Math.abs(level - none[at]!) > 40).length
  expect(await inked(STORY.address)).toBeGreaterThan(1000)
  const long = `${NEWS.address!.slice(0, -1)}`
  expect(await rowsOf(`${long}i`)).not.toEqual(await rowsOf(`${long}m`))
})
