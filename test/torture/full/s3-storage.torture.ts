import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { newColleague } from '../../e2e/office.ts'
import { oneBrowser } from '../../e2e/one-shop.ts'
import { type Shop, startShop } from '../../e2e/shop.ts'
import { LAPTOP } from '../../e2e/visitor.ts'
import { startS3Server } from '../../s3-server.ts'
import { SHOP_DATA_DIR } from '../../shop-files.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
let bucket: Storage
let shop: Shop
let browser: Browser
beforeAll(async () => {
  server = await startS3Server()
  const { settings } = server
  bucket = openS3Storage(settings)
  const variables = {
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ENDPOINT: settings.endpoint,
    S3_PREFIX: settings.prefix,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
  ;[shop, browser] = await Promise.all([startShop(variables), oneBrowser()])
})
afterAll(async () => {
  await shop?.stop()
  await server?.stop()
})

/** Returns the picture. Expects that it is stored only in the bucket, not in a local folder. */
async function expectInBucket(key: string): Promise<Buffer> {
  const bytes = await bucket.getObject(key)
  expect(bytes, key).not.toBeNull()
  expect(existsSync(path.join(SHOP_DATA_DIR, 'storage', key))).toBe(false)
  return bytes!
}

const ORANGE = { r: 180, g: 67, b: 12 }

test('a shop with its pictures in a bucket works from the form to the page and its share card', async () => {
  const visitor = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const { page, context } = visitor
  await page.goto('/organizer/events/create')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Title').fill('Bucket Cup')
  await field('Date').fill(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10))
  await field('Time').fill('15:30')
  await field('Location').fill('Nyayo Stadium, Nairobi')
  await field('Starting Price (KES)').fill('100')
  await field('Price (KES)').fill('100')
  await field('Published').check()
  const buffer = await sharp({
    create: { width: 800, height: 450, channels: 3, background: ORANGE },
  })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({
    name: 'p.png',
    mimeType: 'image/png',
    buffer,
  })
  await page.locator('img[src$="-800.webp"]').waitFor()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.waitForURL(/\/organizer\/events\/[0-9a-f-]{36}$/)

  const { id, image_key: key } = await shop.db
    .selectFrom('event')
    .select(['id', 'image_key'])
    .where('title', '=', 'Bucket Cup')
    .executeTakeFirstOrThrow()
  await expectInBucket(`images/${key}-400.webp`)
  await expectInBucket(`images/${key}-1280.jpg`)
  // The AVIF job reads the uploaded picture from the bucket and writes the AVIF file to the bucket.
  await expect.poll(() => bucket.hasObject(`images/${key}-1280.avif`)).toBe(true)

  await page.goto(`/event/${id}`)
  const banner = page.locator(`img[src*="${key}"]`).first()
  await expect
    .poll(() => banner.evaluate((it) => (it as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const card = await page.locator('meta[property="og:image"]').getAttribute('content')
  const answer = await page.request.get(card!)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const { width, height } = await sharp(await answer.body()).metadata()
  expect([width, height]).toEqual([1200, 630])
  const stored = await expectInBucket(`share/${path.basename(card!)}`)
  expect(stored.equals(await answer.body())).toBe(true)
  expect(visitor.faults).toEqual([])
  await context.close()
})
