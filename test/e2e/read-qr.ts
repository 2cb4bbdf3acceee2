import type { Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'
import sharp from 'sharp'

/** Returns the content of the code, as a scanner reads it from the screen. */
export async function readQr(code: Locator): Promise<string> {
  // The parent element has the white quiet zone. A scanner cannot find the code without a quiet
  // zone.
  const picture = await code.locator('..').screenshot()
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return decodeQr({ width, height, data: new Uint8Array(data) }, { timeLimit: 5000 })
}
