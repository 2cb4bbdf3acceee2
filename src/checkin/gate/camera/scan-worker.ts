// Reads codes in a worker, so that the screen never waits for a picture.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { CODE_OPTIONS } from './code-options.ts'

// Load the file from our own server: the library's default is a third-party CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

export type Picture = { id: number; width: number; height: number; pixels: ArrayBuffer }
export type Reading = { id: number; text: string | null; failed?: true }

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Picture>) => void
  postMessage: (reading: Reading) => void
}

scope.onmessage = async ({ data: { id, width, height, pixels } }) => {
  try {
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height)
    const [code] = await readBarcodes(image, CODE_OPTIONS)
    scope.postMessage({ id, text: code?.text || null })
  } catch {
    scope.postMessage({ id, text: null, failed: true })
  }
}
