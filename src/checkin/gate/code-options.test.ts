// The reader that phones without one of their own use, on pictures of real codes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawPictures, toRgba } from '../../../test/code-pictures.ts'
import { CODE_OPTIONS } from './code-options.ts'

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
})

const ADDRESS = 'https://tickets.lango.co.ke/t/04YQ3M8K2N7XWZ5B'

// spec: gate-codes-read
test('reads dim, turned, blurred, cracked and printed codes, and a screen at an angle', async () => {
  const pictures = await drawPictures(ADDRESS)
  const read: Record<string, string | undefined> = {}
  for (const [name, picture] of Object.entries(pictures)) {
    const [code] = await readBarcodes(toRgba(picture), CODE_OPTIONS)
    read[name] = code?.text
  }
  expect(read).toEqual(Object.fromEntries(Object.keys(pictures).map((name) => [name, ADDRESS])))
  expect(Object.keys(pictures)).toHaveLength(8)
})
