import decodeQR from 'qr/decode.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

const SCALE = 4
const QUIET = 4

const write = (text: string) =>
  renderToStaticMarkup(createElement(QrCode, { text, size: 160, label: 'Code' }))

function drawQr(text: string) {
  const [, modules, path] = /viewBox="0 0 (\d+) .* d="([^"]+)"/.exec(write(text))!
  return { path: path!, modules: Number(modules) }
}

/** Paints the SVG path and its quiet zone into pixels. */
function paint({ path, modules }: { path: string; modules: number }) {
  const size = (modules + 2 * QUIET) * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < SCALE; row++) {
      const start = ((Number(y) + QUIET) * SCALE + row) * size + (Number(x) + QUIET) * SCALE
      for (let dot = start; dot < start + Number(width) * SCALE; dot++) {
        data.fill(0, dot * 4, dot * 4 + 3)
      }
    }
  }
  return { width: size, height: size, data }
}

it('a QR code can be read by a decoder', () => {
  const address = 'https://tickets.example.co.ke/t/042ZR9HETYX9BJV4'
  expect(decodeQR(paint(drawQr(address)))).toBe(address)
})

/**
 * ISO/IEC 18004, 7.9: the code's error correction level is in the first two bits of the ninth row,
 * XORed with a fixed mask.
 */
const LEVELS: Record<string, string> = { '11': 'L', '10': 'M', '01': 'Q', '00': 'H' }

// spec: qr-code-encodes-origin
it('a QR code has level H, so it can be read with a third of it damaged', () => {
  for (const number of ['042ZR9HETYX9BJV4', '0000000000000000']) {
    const { path } = drawQr(`https://tickets.example.co.ke/t/${number}`)
    const runs = [...path.matchAll(/M(\d+) 8h(\d+)/g)].map(([, x, width]) => [+x!, +width!])
    const isDark = (dot: number) => runs.some(([x, width]) => dot >= x! && dot < x! + width!)
    expect(LEVELS[`${Number(isDark(0))}${Number(isDark(1))}`]).toBe('H')
  }
})

// spec: qr-code-forced-colours
it('a QR code stays black on white where the browser forces its own colours', () => {
  const html = write('x')
  const [, ground = '', drawing = ''] = /^<div ([^>]*)><svg ([^>]*)>/.exec(html)!
  for (const element of [ground, drawing]) expect(element).toContain('forced-color-adjust:none')
  expect(ground).toContain('bg-white')
  expect(html).toContain('fill="#000"')
})
