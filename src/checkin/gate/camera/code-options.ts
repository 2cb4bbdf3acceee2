import type { ReaderOptions } from 'zxing-wasm/reader'

/** How codes are looked for: printed small, turned, dim, through cracked glass. */
export const CODE_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  maxNumberOfSymbols: 1,
}
