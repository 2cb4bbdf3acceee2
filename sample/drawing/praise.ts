import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  type Point,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glow, ridge } from './nature.ts'
import { rays } from './pattern.ts'
import { beam } from './town.ts'

function window(c: Canvas, x: number, w: number, top: number): string {
  const arch = `M${x - w / 2} 520V${top + w * 0.75}Q${x - w / 2} ${top + w * 0.2} ${x} ${top}Q${x + w / 2} ${top + w * 0.2} ${x + w / 2} ${top + w * 0.75}V520Z`
  const glass: string[] = []
  for (let gy = top; gy < 520; gy += 44) {
    for (let gx = x - w / 2; gx < x + w / 2; gx += 40) {
      const color = c.pick([
        '#ffb703',
        '#fb5607',
        '#d90368',
        '#3a86ff',
        '#06a77d',
        '#ffd166',
        '#8338ec',
      ])
      glass.push(
        polygon(
          [
            [gx, gy + 22],
            [gx + 20, gy],
            [gx + 40, gy + 22],
            [gx + 20, gy + 44],
          ],
          color,
          `opacity="${n(c.between(0.7, 1))}"`,
        ),
      )
      glass.push(
        polygon(
          [
            [gx + 20, gy],
            [gx + 60, gy],
            [gx + 40, gy + 22],
          ],
          c.pick(['#ffb703', '#d90368', '#3a86ff', '#06a77d']),
          'opacity="0.85"',
        ),
      )
    }
  }
  return group(
    [
      path(arch, '#2d1244'),
      group(glass, c.clip(path(arch, '#fff'))),
      stroke(`${arch}M${x} ${top}V520`, '#1a0a2c', 9),
      circle([x, top + w * 0.62, w * 0.2], '#ffd166', 'stroke="#1a0a2c" stroke-width="8"'),
    ],
    '',
  )
}

function singers(c: Canvas): void {
  const robes = ['#c1121f', '#0f7a5a', '#e09f3e', '#1d4e89']
  for (let row = 0; row < 3; row++) {
    const [size, y] = [62 + row * 15, 500 + row * 84]
    const count = Math.ceil(WIDTH / (size * 1.55)) + 1
    c.add(
      ...times(count, (i) => {
        const x = (i + (row % 2) * 0.5) * size * 1.55 - 20
        const skin = c.pick(['#5a2e1c', '#452012', '#6d3a22'])
        return [
          path(
            `M${n(x - size * 0.8)} 730V${n(y + size * 0.9)}Q${n(x)} ${n(y + size * 0.1)} ${n(x + size * 0.8)} ${n(y + size * 0.9)}V730Z`,
            robes[(i + row) % 4]!,
            'stroke="#160922" stroke-width="3"',
          ),
          polygon(
            [
              [x - size * 0.22, y + size * 0.42],
              [x + size * 0.22, y + size * 0.42],
              [x, y + size * 1.05],
            ],
            '#f7ead0',
          ),
          circle([x, y, size * 0.42], skin),
          ellipse([x, y + size * 0.17, size * 0.1, size * 0.14], '#1d0810'),
          path(
            `M${n(x - size * 0.43)} ${n(y - size * 0.02)}A${n(size * 0.43)} ${n(size * 0.46)} 0 0 1 ${n(x + size * 0.43)} ${n(y - size * 0.02)}Q${n(x)} ${n(y - size * 0.42)} ${n(x - size * 0.43)} ${n(y - size * 0.02)}Z`,
            '#150a12',
          ),
          stroke(
            `M${n(x - size * 0.2)} ${n(y - size * 0.02)}h${n(size * 0.1)}M${n(x + size * 0.1)} ${n(y - size * 0.02)}h${n(size * 0.1)}`,
            '#150a12',
            3,
          ),
        ].join('')
      }),
    )
    c.add(
      rect(
        [0, y + size, WIDTH, 400],
        c.linear(['#160922/0', '#160922/0.35'], [0, y + size], [0, y + size + 120]),
      ),
    )
  }
}

export function choir(c: Canvas): void {
  c.add(full(c.linear(['#24103a', '#3b1a52', '#160922'])))
  c.add(
    ...[
      [250, 190, 110],
      [640, 280, 36],
      [1030, 190, 110],
    ].map(
      ([x = 0, w = 0, top = 0]) =>
        glow(c, [x, 300, w * 1.6], '#ffb95e', 0.5) + window(c, x, w, top),
    ),
  )
  for (const [x, color] of [
    [250, '#d90368'],
    [640, '#ffd166'],
    [1030, '#3a86ff'],
  ] as const) {
    c.add(
      beam(
        c,
        [
          [x, 250],
          [x + (640 - x) * 0.5, 740],
        ],
        210,
        [color, 0.3],
      ),
    )
  }
  singers(c)
}

function notesInTheAir(c: Canvas): void {
  c.add(
    group(
      times(38, () =>
        circle(
          [c.between(180, 1100), c.between(60, 420), c.between(2, 7)],
          '#fffbe6',
          `opacity="${n(c.between(0.3, 0.9))}"`,
        ),
      ),
      '',
    ),
  )
  const note = (x: number, y: number, s: number, turn: number) =>
    group(
      [
        ellipse([0, 0, 24, 17], '#5d2148', 'transform="rotate(-20)"'),
        stroke('M21 -6V-104Q52 -84 56 -50', '#5d2148', 8),
      ],
      `transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"`,
    )
  c.add(
    note(260, 250, 1.25, -10),
    note(420, 150, 0.85, 8),
    note(900, 160, 1, -6),
    note(1050, 280, 1.4, 10),
  )
}

function keyboard(c: Canvas): void {
  const top = (t: number): Point => [640 + (t - 0.5) * 420, 420 + Math.cos((t - 0.5) * 3.1) * 26]
  const low = (t: number): Point => [640 + (t - 0.5) * 2050, 735 + Math.cos((t - 0.5) * 3.1) * 90]
  const mix = (a: Point, b: Point, k: number): Point => [
    a[0] + (b[0] - a[0]) * k,
    a[1] + (b[1] - a[1]) * k,
  ]
  const keys = 24
  const ivory = c.linear(['#ffd9a0', '#fffaf0'], [0, 420], [0, 700])
  c.add(polygon([top(-0.02), top(0.5), top(1.02), low(1.02), low(0.5), low(-0.02)], '#2a0f2a'))
  c.add(
    ...times(keys, (i) =>
      polygon(
        [top(i / keys), top((i + 1) / keys), low((i + 1) / keys), low(i / keys)],
        ivory,
        'stroke="#5d2148" stroke-width="2.5"',
      ),
    ),
  )
  c.add(
    ...times(keys, (i) => {
      if (i % 7 === 2 || i % 7 === 6) return ''
      const [a, b] = [(i + 0.72) / keys, (i + 1.28) / keys]
      return (
        polygon([top(a), top(b), mix(top(b), low(b), 0.56), mix(top(a), low(a), 0.56)], '#1d0b20') +
        polygon(
          [
            mix(top(a), low(a), 0.04),
            mix(top(b), low(b), 0.04),
            mix(top(b), low(b), 0.5),
            mix(top(a), low(a), 0.5),
          ],
          c.linear(['#5a2a50/0.2', '#8a4a70/0.65'], [0, 420], [0, 600]),
        )
      )
    }),
  )
  notesInTheAir(c)
}

export function piano(c: Canvas): void {
  c.add(full(c.linear(['#fff0c2', '#ffc36b', '#f2784b', '#a63a50'], [0, 0], [0, 460])))
  c.add(rays([640, 330], 30, '#fff8df', 'opacity="0.35"'))
  c.add(glow(c, [640, 330, 420], '#fffbe6', 1), circle([640, 330, 108], '#fffdf2'))
  c.add(
    ridge(c, [380, 80], '#c7574f', 0.7),
    ridge(c, [420, 60], '#8e3350', 0.9),
    ridge(c, [460, 44], '#5d2148', 1),
  )
  keyboard(c)
}
