import encodeQR from 'qr'

/** A code of level H, row by row, true where it is dark; without the quiet zone around it. */
export function qrModules(text: string): boolean[][] {
  // The library draws a border of at least one.
  const framed = encodeQR(text, 'raw', { ecc: 'high', border: 1 })
  return framed.slice(1, -1).map((row) => row.slice(1, -1))
}
