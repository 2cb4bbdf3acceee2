import type { ReaderOptions } from 'zxing-wasm/reader'

/** Reader options for codes that are small, turned, dim or behind cracked glass. */
export const CODE_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  maxNumberOfSymbols: 1,
}
