import { readdir, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { LEAST, makeEditor } from '../../../test/event-form.ts'
import { callApi } from '../../../test/http.ts'
import { MINUTE } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { imageKeyOf, imageVariant } from '../image.rules.ts'
import { markUploadsForDeletion } from './images.sql.ts'
import { sweepUploads } from './sweep-uploads.job.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof makeEditor>>
beforeAll(async () => {
  admin = await makeEditor(stage)
})

const DAY = 24 * 60 * MINUTE

async function upload(
  bytes: Uint8Array,
  part: { name?: string; file?: string; end?: string } = {},
) {
  const head = `--XX\r\nContent-Disposition: form-data; name="${part.name ?? 'file'}"; filename="${part.file ?? 'poster.png'}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(head),
    bytes,
    Buffer.from(part.end ?? '\r\n--XX--\r\n'),
  ])
  return await send(payload)
}

async function send(
  payload: Buffer | string,
  type = 'multipart/form-data; boundary=XX',
  auth: object = admin.headers,
) {
  return await callApi(stage, {
    method: 'POST',
    url: '/api/storage/event-images',
    headers: { ...auth, 'content-type': type },
    payload,
  })
}

/** A picture with a red left half and a blue right half. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height, channels: 3, background: '#ff0000' },
      },
      gravity: 'west',
    },
  ])

const fetchImage = async (url: string) => {
  const reply = await stage.app.inject(new URL(url).pathname)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

async function pixel(bytes: Buffer, left: number, top: number) {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(bytes).extract(area).removeAlpha().raw().toBuffer())]
}

const isRed = ([r, g, b]: number[]) => r! > 200 && g! < 60 && b! < 60
const isBlue = ([r, g, b]: number[]) => r! < 60 && g! < 60 && b! > 200

describe('accepted uploads', () => {
  // spec: storage-unique-name
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)(
    '%s is stored in every size',
    async (format) => {
      const bytes = await picture(800, 450).toFormat(format).toBuffer()
      // The file's content determines the format, and not its name.
      const { status, body } = await upload(bytes, { file: 'notes.txt' })
      expect(status).toBe(200)
      expect(imageKeyOf(body.public_url, stage.env.publicOrigin)).toMatch(/^\d{14}-[0-9a-f]{16}\b/)
      for (const width of [400, 800, 1280] as const) {
        for (const [kind, type] of [
          ['webp', 'webp'],
          ['jpg', 'jpeg'],
        ] as const) {
          const stored = await fetchImage(imageVariant(body.public_url, width, kind))
          const { format: found, ...size } = await sharp(stored).metadata()
          expect(found).toBe(type)
          expect(size).toMatchObject({ width, height: (width * 9) / 16 })
          const middle = Math.floor((width * 9) / 32)
          expect(isRed(await pixel(stored, 20, middle))).toBe(true)
          expect(isBlue(await pixel(stored, width - 20, middle))).toBe(true)
        }
      }
    },
  )

  // spec: uploads-told-first
  test('a picture is stored upright, without location or camera', async () => {
    const bytes = await picture(800, 450)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Wanjiku' } } })
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { body } = await upload(bytes)
    const stored = await fetchImage(body.public_url)
    const { exif, icc, xmp, iptc, orientation } = await sharp(stored).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(stored.includes('Wanjiku')).toBe(false)
    // The stored picture is upright: the left half of the upload is now at the top. It is tall, so
    // it is shown whole in the middle.
    expect(isRed(await pixel(stored, 640, 20))).toBe(true)
    expect(isBlue(await pixel(stored, 640, 700))).toBe(true)
  })

  test('a tall picture is shown whole, on a background that goes on in its own colours', async () => {
    const { body } = await upload(await picture(500, 1000).png().toBuffer())
    const stored = await fetchImage(body.public_url)
    const top = await pixel(stored, 480, 5)
    expect(isRed(top)).toBe(true)
    expect(isBlue(await pixel(stored, 840, 715))).toBe(true)
    // The background continues the colours of the picture's edge.
    const [r = 0, , b = 0] = await pixel(stored, 440, 360)
    expect(r).toBeGreaterThan(b)
    // The background is a little darker than the picture.
    expect(r).toBeLessThan(0.9 * top[0]!)
  })

  test('a transparent picture gets a white background, and white sides if it is tall', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const bytes = await sharp({
      create: { width: 500, height: 1000, channels: 4, background: clear },
    })
      .png()
      .toBuffer()
    const { body } = await upload(bytes)
    const stored = await fetchImage(body.public_url)
    expect(await pixel(stored, 600, 300)).toEqual([255, 255, 255])
    expect((await pixel(stored, 10, 300))[0]).toBeGreaterThan(250)
  })
})

describe('refused uploads', () => {
  const uploads = () => stage.db.selectFrom('image_upload').select('key').execute()

  // spec: uploads-told-first
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    [
      'SVG',
      '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a - drawing --><!DOCTYPE svg>\n<SVG width="9"/>',
    ],
    ['BMP', `BM${'\0'.repeat(60)}`],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['PDF', '%PDF-1.7'],
    [null, 'x'],
  ])('%s is no picture that we take, whatever it is called', async (name, bytes) => {
    const rule = 'Please choose a PNG, JPG, GIF, WebP, AVIF or TIFF image.'
    expect(await upload(Buffer.from(bytes, 'latin1'))).toEqual({
      status: 415,
      body: {
        error: name ? `${name} images are not taken. ${rule}` : rule,
        code: 'unsupported_image',
      },
    })
  })

  // spec: uploads-told-first
  test('a damaged or truncated file, or one with only a valid start, is refused', async () => {
    const count = (await uploads()).length
    const png = await picture(300, 200).png().toBuffer()
    const jpg = await picture(300, 200).jpeg().toBuffer()
    for (const bytes of [
      png.subarray(0, 60),
      jpg.subarray(0, jpg.length / 2),
      Buffer.concat([jpg.subarray(0, 4), Buffer.alloc(500, 7)]),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF\0\0\0\0WEBP'),
    ]) {
      expect(await upload(bytes)).toMatchObject({ status: 422, body: { code: 'broken_image' } })
    }
    expect(await uploads()).toHaveLength(count)
  })

  // spec: uploads-told-first
  test('more than 40 million pixels are refused before they are decoded', async () => {
    const bytes = await sharp({
      create: { width: 8001, height: 5000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024)
    expect(await upload(bytes)).toMatchObject({
      status: 422,
      body: { code: 'image_too_many_pixels' },
    })
  })

  test.each([
    ['a line', 1, 9],
    ['a line of 16 million pixels', 1, 16_000_000],
    ['one across', 16_000_000, 1],
    ['more than eight times as high as wide', 100, 801],
  ])('%s, before it is read', async (_what, width, height) => {
    const answer = await upload(emptyPng(width, height))
    expect(answer).toMatchObject({ status: 422, body: { code: 'image_too_narrow' } })
  })

  /**
   * A PNG whose header claims a huge size but which contains almost no data. A decoder that reads
   * beyond the header fails.
   */
  function emptyPng(width: number, height: number): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    // The pixels have eight bits of grey.
    header.set([8, 0, 0, 0, 0], 8)
    const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync('')), chunk('IEND', '')]
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
  }

  function chunk(name: string, content: Buffer | string): Buffer {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    const bytes = Buffer.concat([Buffer.from(name), Buffer.from(content)])
    length.writeUInt32BE(bytes.length - 4)
    sum.writeUInt32BE(crc32(bytes))
    return Buffer.concat([length, bytes, sum])
  }

  // spec: image-hint-png
  test('a file above 10 MB is refused', async () => {
    const png = await picture(30, 20).png().toBuffer()
    const pad = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect(await upload(pad(10 * 1024 * 1024 + 1))).toEqual({
      status: 413,
      body: {
        error: 'The image is larger than 10 MB. Please choose a smaller one.',
        code: 'image_too_large',
      },
    })
    expect((await upload(pad(10 * 1024 * 1024))).status).toBe(200)
  })

  test('a form without the file, a truncated form and no form are refused', async () => {
    const png = await picture(30, 20).png().toBuffer()
    expect(await upload(png, { name: 'image' })).toMatchObject({
      status: 422,
      body: { field: 'file', error: 'file is required.' },
    })
    expect(await upload(Buffer.alloc(0))).toMatchObject({ status: 422, body: { field: 'file' } })
    expect((await upload(png, { end: '' })).status).toBe(400)
    expect((await send('--XX--\r\n')).status).toBeGreaterThanOrEqual(400)
    expect((await send('--XX--\r\n')).status).toBeLessThan(500)
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await send('x', 'multipart/form-data')).status).toBeLessThan(500)
    expect((await send(png, 'image/png')).status).toBe(415)
  })

  test('an upload is refused for now while storage is full', async () => {
    const { storage } = stage.deps
    const { putObject } = storage
    storage.putObject = () => writeFile('/dev/full', 'x')
    const answer = await upload(await picture(30, 20).png().toBuffer())
    storage.putObject = putObject
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })

  test('an upload without an account is refused', async () => {
    expect((await send('', undefined, {})).status).toBe(401)
  })
})

describe('unused uploads', () => {
  const sweep = () => sweepUploads(stage.deps)
  const files = async (url: string) => {
    const key = imageKeyOf(url, stage.env.publicOrigin)!
    const all = await readdir('.data/test-storage/storage/images')
    return all.filter((name) => name.startsWith(key)).length
  }

  // spec: uploads-no-event
  test('an unused upload is deleted after a day with all its files, and a used one stays', async () => {
    const png = await picture(64, 36).png().toBuffer()
    const [unused, used] = [
      (await upload(png)).body.public_url,
      (await upload(png)).body.public_url,
    ]
    const { body: event } = await admin.create({ ...LEAST, image: used })
    stage.pass(DAY - MINUTE)
    await sweep()
    expect([await files(unused), await files(used)]).toEqual([6, 6])
    stage.pass(2 * MINUTE)
    await sweep()
    expect([await files(unused), await files(used)]).toEqual([0, 6])
    const again = await buildAccount(stage, 'admin')
    const { status, body } = await admin.call(
      'PUT',
      `/api/events/${event.id}`,
      { updated_at: event.updated_at, image: unused },
      again.headers,
    )
    expect([status, body.code]).toEqual([409, 'image_gone'])
  })

  // spec: uploads-no-event
  test('an upload cannot be claimed while it is deleted, and is not deleted once claimed', async () => {
    const editor = await makeEditor(stage)
    const [late, early] = [await editor.picture(), await editor.picture()]
    const { body: event } = await editor.create({ ...LEAST, image: early })
    const now = stage.clock.now()
    await markUploadsForDeletion(stage.db, new Date(now.getTime() + MINUTE), now)
    expect((await editor.create({ ...LEAST, image: late })).body.code).toBe('image_gone')
    const { status } = await editor.save(event.id, { ...event, title: 'Kept' })
    expect(status).toBe(200)
    const left = await stage.db
      .selectFrom('image_upload')
      .select('doomed_at')
      .where('key', '=', imageKeyOf(early, stage.env.publicOrigin)!)
      .execute()
    expect(left).toEqual([{ doomed_at: null }])
  })

  // spec: uploads-no-event
  test('a replaced picture stays for one more day', async () => {
    const editor = await makeEditor(stage)
    const [first, second] = [await editor.picture(), await editor.picture()]
    const { body: event } = await editor.create({ ...LEAST, image: first })
    stage.pass(3 * DAY)
    const later = await makeEditor(stage)
    await later.save(event.id, { updated_at: event.updated_at, image: await later.picture() })
    const keys = async () => {
      await sweep()
      const rows = await stage.db.selectFrom('image_upload').select('key').execute()
      return rows.map((row) => row.key)
    }
    const key = (url: string) => imageKeyOf(url, stage.env.publicOrigin)!
    expect(await keys()).toContain(key(first))
    expect(await keys()).not.toContain(key(second))
    stage.pass(DAY + MINUTE)
    expect(await keys()).not.toContain(key(first))
  })
})
