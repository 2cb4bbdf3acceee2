import type { Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'
import sharp from 'sharp'

/** Returns the content that a scanner in front of the screen reads. */
export async function readQr(code: Locator): Promise<string> {
  // The parent element is the white quiet zone, without which no scanner finds the code.
  const picture = await code.locator('..').screenshot()
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return decodeQr({ width, height, data: new Uint8Array(data) }, { timeLimit: 5000 })
}
