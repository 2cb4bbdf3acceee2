import encodeQR from 'qr'

/** A QR code of level H, row by row: true for dark modules. Without the quiet zone. */
export function qrModules(text: string): boolean[][] {
  // The library always draws a border of at least one module. The next line cuts it off.
  const framed = encodeQR(text, 'raw', { ecc: 'high', border: 1 })
  return framed.slice(1, -1).map((row) => row.slice(1, -1))
}
