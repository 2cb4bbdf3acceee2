// Draws ticket codes as a camera sees them at night, in a crowd, or on a broken phone. Drawn
// pictures are used so that the repository contains no real ticket.
import encodeQR from 'qr'
import sharp from 'sharp'

type Grey = { width: number; height: number; pixels: Uint8Array }

const WIDTH = 640
const HEIGHT = 480

/** Draws a code with error correction level H, as on the ticket page. */
async function drawCode(text: string, size: number): Promise<Grey> {
  const rows = encodeQR(text, 'raw', { ecc: 'high', border: 4 })
  const modules = rows.length
  const pixels = new Uint8Array(modules * modules)
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) pixels[y * modules + x] = dark ? 12 : 250
  }
  const raw = { width: modules, height: modules, channels: 1 as const }
  const data = await sharp(pixels, { raw })
    .resize(size, size, { kernel: 'nearest' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width: size, height: size, pixels: new Uint8Array(data) }
}

/** The corners of the code in the picture, clockwise from the code's top left corner. */
type Corners = [[number, number], [number, number], [number, number], [number, number]]

const SQUARE: Corners = [
  [150, 70],
  [490, 70],
  [490, 410],
  [150, 410],
]

/** Places the code at these corners, on a grey background. */
function place(code: Grey, corners: Corners): Grey {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(110)
  const toCode = inverse(corners)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [u, v] = toCode(x, y)
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
      const at = Math.floor(v * code.height) * code.width + Math.floor(u * code.width)
      pixels[y * WIDTH + x] = code.pixels[at]!
    }
  }
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** The projection from the picture to the unit square. */
function inverse([a, b, c, d]: Corners): (x: number, y: number) => [number, number] {
  const [dx1, dy1] = [b[0] - c[0], b[1] - c[1]]
  const [dx2, dy2] = [d[0] - c[0], d[1] - c[1]]
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]]
  const det = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / det
  const h = (dx1 * sy - sx * dy1) / det
  const m = [b[0] - a[0] + g * b[0], d[0] - a[0] + h * d[0], a[0]] as const
  const n = [b[1] - a[1] + g * b[1], d[1] - a[1] + h * d[1], a[1]] as const
  return (x, y) => {
    // Two linear equations in u and v.
    const [p, q, r] = [m[0] - g * x, m[1] - h * x, x - m[2]]
    const [s, t, w] = [n[0] - g * y, n[1] - h * y, y - n[2]]
    const over = p * t - q * s
    return [(r * t - q * w) / over, (p * w - r * s) / over]
  }
}

function turned(degrees: number, size: number): Corners {
  const angle = (degrees * Math.PI) / 180
  return SQUARE.map((_corner, n) => {
    const at = angle + Math.PI / 4 + (n * Math.PI) / 2 + Math.PI
    return [320 + (size / Math.SQRT2) * Math.cos(at), 240 + (size / Math.SQRT2) * Math.sin(at)]
  }) as Corners
}

/** Adds noise from a fixed seed, so that pictures are the same in every run. */
function noise(picture: Grey, most: number): Grey {
  let seed = 7
  const pixels = picture.pixels.map((value) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(0, Math.min(255, value + ((seed / 2_147_483_648) * 2 - 1) * most))
  })
  return { ...picture, pixels }
}

const shade = (picture: Grey, by: (value: number, x: number, y: number) => number): Grey => ({
  ...picture,
  pixels: picture.pixels.map((value, at) =>
    Math.max(0, Math.min(255, by(value, at % picture.width, Math.floor(at / picture.width)))),
  ),
})

async function blurred(picture: Grey, sigma: number): Promise<Grey> {
  const { width, height, pixels } = picture
  const raw = { width, height, channels: 1 as const }
  const data = await sharp(pixels, { raw }).blur(sigma).toColourspace('b-w').raw().toBuffer()
  return { width, height, pixels: new Uint8Array(data) }
}

/** Cracks in the glass: a bright line with a dark line next to it. */
const CRACKS = [
  [-0.9, 470],
  [0.45, 90],
  [2.4, -560],
] as const

const cracked = (picture: Grey): Grey =>
  shade(picture, (value, x, y) => {
    for (const [slope, from] of CRACKS) {
      const off = Math.abs(y - (slope * x + from)) / Math.hypot(slope, 1)
      if (off < 2) return 255
      if (off < 4) return value * 0.4
    }
    return value
  })

type Draw = (code: Grey) => Grey | Promise<Grey>

const plain = (code: Grey): Grey => place(code, SQUARE)

/** The kinds of pictures that a steward's camera may see. */
const KINDS = {
  plain,
  dim: (code) =>
    noise(
      shade(plain(code), (value) => 18 + value * 0.16),
      6,
    ),
  rotated: (code) => place(code, turned(33, 330)),
  'upside down': (code) => place(code, turned(180, 330)),
  blurred: (code) => blurred(plain(code), 2),
  cracked: (code) => cracked(plain(code)),
  printed: (code) =>
    noise(
      shade(plain(code), (value, x) => (value < 128 ? 70 : 205) - (x > 318 && x < 322 ? 60 : 0)),
      30,
    ),
  'a 360 px screen at an angle': async (code) => {
    // The screen of a small phone, tilted, with visible pixels and the glare of a lamp.
    const angled = place(code, [
      [190, 80],
      [460, 120],
      [445, 400],
      [165, 370],
    ])
    const glaring = shade(angled, (value, x, y) => {
      const dots = x % 3 === 0 || y % 3 === 0 ? 0.85 : 1
      const glare = Math.max(0, 70 - Math.hypot(x - 250, y - 150) / 2)
      return value * dots * 0.85 + glare
    })
    return noise(await blurred(glaring, 0.8), 8)
  },
} satisfies Record<string, Draw>
export type Kind = keyof typeof KINDS
export const PICTURE_KINDS = Object.keys(KINDS) as Kind[]

export async function drawPicture(text: string, kind: Kind): Promise<Grey> {
  return await KINDS[kind](await drawCode(text, 510))
}

/** The picture in the format that a code reader in this process expects. */
export function toRgba({ width, height, pixels }: Grey): ImageData {
  const data = new Uint8ClampedArray(width * height * 4)
  pixels.forEach((value, at) => {
    data.set([value, value, value, 255], at * 4)
  })
  return { width, height, data, colorSpace: 'srgb' } as ImageData
}

/** The picture as a data URL, for use in a page. */
export async function toPng({ width, height, pixels }: Grey): Promise<string> {
  const raw = { width, height, channels: 1 as const }
  const png = await sharp(pixels, { raw }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
