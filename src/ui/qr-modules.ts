import encodeQR from 'qr'

/**
 * A QR code, row by row, without the quiet zone: true for dark modules. Scanners can read level H
 * despite scratches. Level M has fewer and larger modules.
 */
export function qrModules(text: string, ecc: 'high' | 'medium' = 'high'): boolean[][] {
  // The library always draws a border of at least one module. The next line cuts it off.
  const framed = encodeQR(text, 'raw', { ecc, border: 1 })
  return framed.slice(1, -1).map((row) => row.slice(1, -1))
}
