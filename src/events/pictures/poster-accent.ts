import sharp from 'sharp'

type Rgb = [red: number, green: number, blue: number]

/** The colours that mean paid, already used and invalid (ui/tokens.css). */
export const STATE_COLOURS = ['#1b6e3c', '#9a5200', '#b01e1e']
/** The darkest background of text in the accent colour (ui/tokens.css). */
const GROUND = '#faf6f0'
/**
 * The least distance, in degrees, between the accent's hue and the hue of a colour in
 * STATE_COLOURS.
 */
const APART = 25
const CONTRAST = 4.5
/** The width and height, in pixels, of the small copy whose colours are counted. */
const SIDE = 64
/** The size of a slice of the colour wheel, in degrees. */
const SLICE = 10
/** A picture counts as grey if the share of its coloured pixels is below this. */
const COLOURED = 0.04

/**
 * The accent colour of a poster as 'rrggbb': its strongest hue, dark enough for white text on it
 * and for text in this colour on our background. Null if the poster is grey, or if the hue is near
 * a colour in STATE_COLOURS. Pages then use our orange.
 */
export async function posterAccent(poster: Uint8Array): Promise<string | null> {
  const pixels = await sharp(poster, { limitInputPixels: false })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const found = strongestHue(pixels)
  if (!found || STATE_COLOURS.some((colour) => distance(found.hue, hueOf(colour)) <= APART)) {
    return null
  }
  return readable(found.hue, Math.min(0.8, Math.max(0.45, found.saturation)))
}

function hueOf(colour: string): number {
  return toHsl(rgbOf(colour)).hue
}

/**
 * Finds the slice of the colour wheel with the most colour; a colourful pixel counts more than a
 * pale pixel. Null if too few pixels have a colour.
 */
function strongestHue(pixels: Uint8Array): { hue: number; saturation: number } | null {
  const slices = Array.from({ length: 360 / SLICE }, () => ({ weight: 0, hue: 0, saturation: 0 }))
  for (let at = 0; at < pixels.length; at += 3) {
    const { hue, saturation, chroma } = toHsl([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
    if (chroma < 0.15) continue
    const slice = slices[Math.floor(hue / SLICE) % slices.length]!
    slice.weight += chroma
    slice.hue += hue * chroma
    slice.saturation += saturation * chroma
  }
  const best = slices.reduce((one, other) => (other.weight > one.weight ? other : one))
  if (best.weight < SIDE * SIDE * COLOURED) return null
  return { hue: best.hue / best.weight, saturation: best.saturation / best.weight }
}

/** The lightest colour of this hue whose contrast with our background is high enough. */
function readable(hue: number, saturation: number): string {
  for (let lightness = 0.46; ; lightness -= 0.01) {
    const colour = fromHsl(hue, saturation, lightness)
    if (contrast(colour, GROUND) >= CONTRAST) return colour.slice(1)
  }
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
}

function toHsl([red, green, blue]: Rgb) {
  const high = Math.max(red, green, blue)
  const low = Math.min(red, green, blue)
  const range = high - low
  const sixth =
    range === 0
      ? 0
      : high === red
        ? ((green - blue) / range + 6) % 6
        : high === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4
  const spread = 255 - Math.abs(high + low - 255)
  return { hue: sixth * 60, saturation: range / Math.max(1, spread), chroma: range / 255 }
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other)
  return Math.min(apart, 360 - apart)
}
