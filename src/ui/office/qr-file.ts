import { qrModules } from '../qr-modules.ts'

/** The quiet zone that scanners need, in modules. */
const QUIET = 4
/** The width of a module in the PNG, in pixels: sharp on a poster of 10 cm. */
const PIXELS = 16

/** A QR code as an SVG file, black on white, with its quiet zone. */
export function qrSvg(text: string): Blob {
  const rows = qrModules(text)
  const size = rows.length + 2 * QUIET
  const marks = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${marks.join('')}"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A QR code as a PNG file, black on white, with its quiet zone. Null if the browser draws none. */
export async function qrPng(text: string): Promise<Blob | null> {
  const rows = qrModules(text)
  const canvas = document.createElement('canvas')
  canvas.width = (rows.length + 2 * QUIET) * PIXELS
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) pen.fillRect((x + QUIET) * PIXELS, (y + QUIET) * PIXELS, PIXELS, PIXELS)
    }
  }
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
