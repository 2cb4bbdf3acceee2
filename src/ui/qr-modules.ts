import encodeQR from 'qr'

/** A QR code of level H, row by row, true for dark modules, without the quiet zone. */
export function qrModules(text: string): boolean[][] {
  // The library draws a border of at least one.
  const framed = encodeQR(text, 'raw', { ecc: 'high', border: 1 })
  return framed.slice(1, -1).map((row) => row.slice(1, -1))
}
