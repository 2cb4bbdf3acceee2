import sharp from 'sharp'
import { qrModules } from '../../ui/qr-modules.ts'

/** The width of the empty border around a QR code, in modules. Scanners need the border. */
const QUIET = 4
const DOTS_PER_MODULE = 6

/** Draws a QR code as PNG: mail programs show no SVG. Has a border for dark backgrounds. */
export async function drawCode(text: string): Promise<Buffer> {
  const rows = qrModules(text)
  const modules = rows.length + 2 * QUIET
  const size = modules * DOTS_PER_MODULE
  const dots = Buffer.alloc(size * size, 255)
  for (let y = 0; y < size; y++) {
    const row = rows[Math.floor(y / DOTS_PER_MODULE) - QUIET]
    for (let x = 0; row && x < size; x++) {
      if (row[Math.floor(x / DOTS_PER_MODULE) - QUIET]) dots[y * size + x] = 0
    }
  }
  const raw = { width: size, height: size, channels: 1 } as const
  return await sharp(dots, { raw }).png({ palette: true, colours: 2 }).toBuffer()
}
