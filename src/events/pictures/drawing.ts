/** The colours of the site, for pictures that we draw. */
export const INK = '#1d1814'
export const ACCENT = '#b4430c'

/** Shapes as an SVG file, to lay on a picture of this size. */
export function svgOf(
  { width, height }: { width: number; height: number },
  shapes: string,
): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
  )
}
