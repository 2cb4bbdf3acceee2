import {
  type Canvas,
  circle,
  group,
  lines,
  n,
  onCircle,
  type Point,
  polygon,
  rect,
  type Spot,
  stroke,
  times,
} from './canvas.ts'

/** The colours of printed cloth: the background, followed by two or three inks. */
export type Cloth = [ground: string, ...inks: string[]]

type Motif = (c: Canvas, size: number, inks: string[]) => string[]

const suns: Motif = (_c, s, [a = '', b = a, d = b]) => [
  ...times(12, (i) => {
    const [x, y] = onCircle(s / 2, s / 2, s * 0.36, i / 12)
    return circle([x, y, s * 0.075], i % 2 ? a : b)
  }),
  circle([s / 2, s / 2, s * 0.24], a),
  circle([s / 2, s / 2, s * 0.16], d),
  circle([s / 2, s / 2, s * 0.08], b),
  ...[
    [0, 0],
    [s, 0],
    [0, s],
    [s, s],
  ].map(([x = 0, y = 0]) => circle([x, y, s * 0.17], d)),
]

const diamonds: Motif = (_c, s, [a = '', b = a, d = b]) => [
  polygon(
    [
      [s / 2, 0],
      [s, s / 2],
      [s / 2, s],
      [0, s / 2],
    ],
    a,
  ),
  polygon(
    [
      [s / 2, s * 0.2],
      [s * 0.8, s / 2],
      [s / 2, s * 0.8],
      [s * 0.2, s / 2],
    ],
    b,
  ),
  polygon(
    [
      [s / 2, s * 0.36],
      [s * 0.64, s / 2],
      [s / 2, s * 0.64],
      [s * 0.36, s / 2],
    ],
    d,
  ),
]

const zigzag: Motif = (_c, s, inks) =>
  times(6, (i) =>
    stroke(
      lines(times(5, (j) => [(j / 4) * s * 1.5 - s * 0.25, (i / 6) * s + (j % 2 ? s * 0.12 : 0)])),
      inks[i % inks.length]!,
      s * 0.07,
    ),
  )

const fans: Motif = (_c, s, [a = '', b = a, d = b]) => [
  ...[
    [0, s],
    [s, s],
    [s / 2, s / 2],
    [0, 0],
    [s, 0],
  ].flatMap(([x = 0, y = 0]) => [
    circle([x, y, s * 0.46], a, 'stroke="#00000022" stroke-width="1"'),
    circle([x, y, s * 0.35], b),
    circle([x, y, s * 0.24], d),
    circle([x, y, s * 0.11], a),
  ]),
]

const petals: Motif = (_c, s, [a = '', b = a, d = b]) => [
  ...times(
    4,
    (i) =>
      `<ellipse cx="${n(s / 2)}" cy="${n(s * 0.24)}" rx="${n(s * 0.13)}" ry="${n(s * 0.22)}" fill="${i % 2 ? a : b}" transform="rotate(${i * 90 + 45} ${n(s / 2)} ${n(s / 2)})"/>`,
  ),
  circle([s / 2, s / 2, s * 0.1], d),
  rect([0, 0, s, s * 0.045], d),
  rect([0, 0, s * 0.045, s], d),
]

const MOTIFS = { suns, diamonds, zigzag, fans, petals }
export type MotifName = keyof typeof MOTIFS

/** A fill that repeats the motif, as kitenge and kanga are printed. */
export function cloth(c: Canvas, motif: MotifName, [ground, ...inks]: Cloth, size: number): string {
  const shapes = MOTIFS[motif](c, size, inks).join('')
  return c.define(
    (id) =>
      `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${rect([0, 0, size, size], ground)}${shapes}</pattern>`,
  )
}

/** Rows of beads as in a Maasai collar, in an arc or a straight band. */
export function beads(
  [x, y, width]: [number, number, number],
  rows: string[][],
  size: number,
): string {
  return group(
    rows.flatMap((colors, row) =>
      times(Math.ceil(width / size), (i) =>
        circle(
          [x + (i + 0.5) * size, y + row * size * 0.92, size * 0.44],
          colors[i % colors.length]!,
        ),
      ),
    ),
    '',
  )
}

/** Rays: wedges around a point that reach beyond the edges of the picture. */
export function rays([x, y]: Point, count: number, fill: string, more = ''): string {
  return group(
    times(count, (i) =>
      polygon(
        [[x, y], onCircle(x, y, 1700, i / count), onCircle(x, y, 1700, (i + 0.5) / count)],
        fill,
      ),
    ),
    more,
  )
}

/** Halftone dots that become smaller away from the centre. */
export function halftone([x, y, reach]: Spot, color: string, step = 26): string {
  const dots: string[] = []
  for (let dy = -reach; dy <= reach; dy += step) {
    for (let dx = -reach; dx <= reach; dx += step) {
      const shifted = dx + (Math.round(dy / step) % 2 ? step / 2 : 0)
      const r = step * 0.5 * (1 - Math.hypot(shifted, dy) / reach)
      if (r > 1) dots.push(circle([x + shifted, y + dy, r], color))
    }
  }
  return group(dots, '')
}
