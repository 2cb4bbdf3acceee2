// Tests the app's own code reader, which phones without a built-in reader use, on photos of real
// codes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawPicture, PICTURE_KINDS, toRgba } from '../../../../test/code-pictures.ts'
import { CODE_OPTIONS } from './code-options.ts'

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
})

const ADDRESS = 'https://tickets.lango.co.ke/t/04YQ3M8K2N7XWZ5B'

// spec: gate-codes-read
test('our reader reads dim, turned, blurred, cracked and printed codes, and a screen at an angle', async () => {
  const read: Record<string, string | undefined> = {}
  for (const kind of PICTURE_KINDS) {
    const [code] = await readBarcodes(toRgba(await drawPicture(ADDRESS, kind)), CODE_OPTIONS)
    read[kind] = code?.text
  }
  expect(read).toEqual(Object.fromEntries(PICTURE_KINDS.map((kind) => [kind, ADDRESS])))
  expect(PICTURE_KINDS).toHaveLength(8)
})
