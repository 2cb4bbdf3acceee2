import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  lines,
  n,
  onCircle,
  type Placed,
  type Point,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { acacia, birds, cloud, glow, ridge } from './nature.ts'
import { cloth, rays } from './pattern.ts'
import { bunting, crowd } from './town.ts'

const FLAGS = ['#d91f3c', '#f2b632', '#0f7a5a', '#f7efe0', '#e4572e', '#1d4e89']

function drumsAndDancers(c: Canvas): void {
  c.add(acacia(c, [960, 600, 2.05], '#2a0a22'), acacia(c, [210, 590, 1.1], '#3d0f2b'))
  const drum = (x: number, s: number) =>
    group(
      [
        polygon(
          [
            [-52, -120],
            [52, -120],
            [34, 20],
            [-34, 20],
          ],
          cloth(c, 'zigzag', ['#7a1432', '#f2b632', '#f7efe0', '#0f7a5a'], 46),
        ),
        ellipse([0, -120, 54, 15], '#f7e3c0'),
        stroke('M-52 -112L-20 10M-20 -106L10 14M12 -106L28 14M46 -112L-4 14', '#2a0a22', 3),
      ],
      `transform="translate(${x} 690) scale(${s})"`,
    )
  c.add(rect([0, 640, WIDTH, 90], '#2a0a22'), drum(420, 1), drum(535, 1.3), drum(672, 1.1))
  c.add(crowd(c, [676, 40], '#1a0616', 0.55))
  c.add(
    bunting(
      [
        [-20, 30],
        [660, 20],
      ],
      70,
      FLAGS,
      40,
    ),
    bunting(
      [
        [640, 20],
        [1300, 40],
      ],
      66,
      FLAGS,
      40,
    ),
    bunting(
      [
        [-20, 150],
        [420, 18],
      ],
      40,
      FLAGS,
      28,
    ),
    bunting(
      [
        [860, 18],
        [1300, 160],
      ],
      40,
      FLAGS,
      28,
    ),
  )
}

export function savannaSun(c: Canvas): void {
  c.add(full(c.linear(['#c81d4e', '#f4592f', '#ffa62b', '#ffe08a'], [0, 0], [0, 540])))
  c.add(rays([640, 410], 28, '#fff3b8', 'opacity="0.16"'))
  c.add(
    glow(c, [640, 410, 520], '#fff0a8', 0.95),
    circle([640, 410, 216], c.linear(['#fffbe0', '#ffd54a'], [0, 200], [0, 620])),
  )
  c.add(birds(c, [380, 190], 8, '#7a1432'))
  c.add(
    ridge(c, [470, 80], '#d0472f', 0.6),
    ridge(c, [520, 56], '#96283a', 0.8),
    ridge(c, [566, 34], '#5c1733', 1),
  )
  drumsAndDancers(c)
}

function turbine(x: number, y: number, s: number, turn: number): string {
  const blades = times(3, (i) => {
    const t = turn + i / 3
    return polygon(
      [
        onCircle(x, y, 6 * s, t + 0.25),
        onCircle(x, y, 100 * s, t + 0.005),
        onCircle(x, y, 6 * s, t - 0.2),
      ],
      '#ffffff',
    )
  })
  return (
    polygon(
      [
        [x - 3 * s, y],
        [x + 3 * s, y],
        [x + 7 * s, y + 220 * s],
        [x - 7 * s, y + 220 * s],
      ],
      '#eef6f2',
    ) +
    blades.join('') +
    circle([x, y, 8 * s], '#dfe9e4')
  )
}

function kite([x, y, s, turn]: Placed, fill: string): string {
  const tail = times(7, (i) =>
    polygon(
      [
        [-14, 168 + i * 36],
        [14, 156 + i * 36],
        [14, 180 + i * 36],
        [-14, 160 + i * 36],
      ],
      FLAGS[i % FLAGS.length]!,
      `transform="translate(${n(Math.sin(i * 0.9) * 26)} 0)"`,
    ),
  )
  const d = 'M0 -130L92 -20L0 140L-92 -20Z'
  return group(
    [
      stroke(
        `M0 140${times(8, (i) => `L${n(Math.sin(i * 0.9) * 26)} ${168 + i * 36}`).join('')}`,
        '#12345b',
        3,
      ),
      ...tail,
      path(d, fill, 'stroke="#ffffff" stroke-width="7"'),
      path('M0 -130L92 -20L0 140Z', '#000000', 'opacity="0.12"'),
      stroke('M0 -130V140M-92 -20H92', '#ffffff', 4, 'opacity="0.8"'),
    ],
    `transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"`,
  )
}

function flyers(c: Canvas): void {
  const child = (x: number, y: number, color: string) =>
    circle([x, y - 54, 11], '#3b1d14') +
    stroke(
      lines([
        [x, y - 38],
        [x, y - 16],
      ]),
      color,
      18,
    ) +
    stroke(`M${x} ${y - 14}L${x - 9} ${y + 8}M${x} ${y - 14}L${x + 12} ${y + 6}`, '#14213d', 7) +
    stroke(
      lines([
        [x, y - 36],
        [x + 20, y - 58],
      ]),
      '#3b1d14',
      6,
    )
  const kids: [number, number, string][] = [
    [250, 640, '#d91f3c'],
    [480, 618, '#f2b632'],
    [830, 632, '#8338ec'],
  ]
  const string = ([x, y]: [number, number, string], [kx, ky]: Point) =>
    stroke(
      `M${x + 20} ${y - 58}Q${(x + kx) / 2 + 60} ${(y + ky) / 2 + 70} ${kx} ${ky}`,
      '#ffffff',
      2.2,
    )
  c.add(
    string(kids[0]!, [330, 210]),
    string(kids[1]!, [660, 250]),
    string(kids[2]!, [1010, 190]),
    ...kids.map(([x, y, color]) => child(x, y, color)),
  )
  c.add(
    kite([330, 210, 1.15, 16], cloth(c, 'suns', ['#d91f3c', '#f2b632', '#f7efe0', '#14213d'], 60)),
  )
  c.add(
    kite(
      [660, 250, 1.4, -12],
      cloth(c, 'zigzag', ['#ffb703', '#d91f3c', '#0f7a5a', '#14213d'], 64),
    ),
  )
  c.add(
    kite([1010, 190, 1.05, 22], cloth(c, 'fans', ['#6a0dad', '#ff5d8f', '#ffd23f', '#2a0a55'], 58)),
  )
  c.add(
    kite([90, 130, 0.55, -20], '#0f7a5a'),
    kite([500, 90, 0.42, 8], '#e4572e'),
    kite([1210, 90, 0.48, -14], '#f2b632'),
  )
}

export function kites(c: Canvas): void {
  c.add(full(c.linear(['#1689d6', '#5cc1ee', '#c9eef7'], [0, 0], [0, 540])))
  c.add(glow(c, [200, 120, 380], '#fff9d6', 0.9))
  c.add(
    cloud(
      c,
      [
        [700, 150],
        [1060, 120],
      ],
      [40, 54, 26],
      '#ffffff',
    ),
    cloud(
      c,
      [
        [100, 330],
        [380, 350],
      ],
      [34, 46, 22],
      '#ffffff',
    ),
    cloud(
      c,
      [
        [960, 390],
        [1200, 400],
      ],
      [26, 40, 18],
      '#ffffff',
    ),
  )
  c.add(ridge(c, [500, 90], '#7cc6a6', 0.6))
  c.add(
    turbine(760, 360, 0.6, 0.1),
    turbine(900, 340, 0.75, 0.2),
    turbine(1070, 310, 0.95, 0.02),
    turbine(1210, 350, 0.7, 0.15),
  )
  c.add(ridge(c, [560, 80], '#3fa66b', 0.5), ridge(c, [640, 50], '#1f7d4c', 0.5))
  flyers(c)
}
