import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  type Placed,
  path,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { cloud, glow, mountKenya, ridge } from './nature.ts'
import { beads, cloth } from './pattern.ts'

function skewers(c: Canvas): void {
  const skewer = (x: number, turn: number) =>
    group(
      [
        stroke('M0 -330V330', '#d9d2c8', 9),
        circle([0, -336, 18], 'none', 'stroke="#d9d2c8" stroke-width="8"'),
        ...times(
          6,
          (i) =>
            rect(
              [-50, -244 + i * 84, 100, 74],
              c.linear(
                i % 3 === 2 ? ['#8cc63f', '#3f7d20'] : ['#c4602f', '#7a2c12', '#4a1608'],
                [0, -244 + i * 84],
                [0, -170 + i * 84],
              ),
              'rx="24"',
            ) +
            (i % 3 === 2
              ? ''
              : stroke(
                  `M-36 ${-226 + i * 84}l30 40M-6 ${-232 + i * 84}l34 46`,
                  '#2b0c05',
                  7,
                  'opacity="0.75"',
                )),
        ),
      ],
      `transform="translate(${x} 400) rotate(${turn}) scale(0.86)"`,
    )
  c.add(skewer(390, -28), skewer(640, 0), skewer(890, 28))
  c.add(
    group(
      times(20, (i) => rect([i * 66 - 12, 592, 14, 140], '#0d0506')),
      '',
    ),
    rect([0, 586, WIDTH, 22], '#1d0d0c'),
    rect([0, 590, WIDTH, 5], '#ff9a3c', 'opacity="0.75"'),
  )
  c.add(
    rect(
      [0, 640, WIDTH, 90],
      cloth(c, 'diamonds', ['#1c0d0b', '#7a1432', '#f2b632', '#1c0d0b'], 48),
    ),
  )
}

export function fire(c: Canvas): void {
  c.add(full(c.radial(['#a3280c', '#4a0f0a', '#160406'], [640, 560], 800)))
  c.add(glow(c, [640, 520, 560], '#ff7a1a', 0.85))
  const flame = (x: number, h: number, w: number, color: string) => {
    const lean = c.between(-40, 40)
    return path(
      `M${n(x - w)} 600C${n(x - w * 1.2)} ${n(600 - h * 0.4)} ${n(x - w * 0.1 + lean)} ${n(600 - h * 0.5)} ${n(x + lean)} ${n(600 - h)}C${n(x + lean * 0.4 + w * 0.3)} ${n(600 - h * 0.62)} ${n(x + w * 1.25)} ${n(600 - h * 0.4)} ${n(x + w)} 600Z`,
      color,
    )
  }
  for (const [count, low, high, width, color] of [
    [11, 330, 540, 96, '#d62a0b'],
    [11, 230, 430, 78, '#ff6a13'],
    [12, 150, 320, 58, '#ffad1f'],
    [12, 80, 200, 40, '#fff0a3'],
  ] as const) {
    c.add(
      group(
        times(count, (i) =>
          flame(
            130 + (i / (count - 1)) * 1020 + c.between(-26, 26),
            c.between(low, high) * (1.05 - Math.abs(i / (count - 1) - 0.5) * 0.8),
            width,
            color,
          ),
        ),
        'opacity="0.93"',
      ),
    )
  }
  c.add(
    group(
      times(90, () =>
        circle(
          [c.between(60, 1220), c.between(20, 520), c.between(1.5, 5)],
          c.pick(['#ffd36b', '#ff8a1f', '#fff0a3']),
          `opacity="${n(c.between(0.4, 1))}"`,
        ),
      ),
      '',
    ),
  )
  skewers(c)
}

function beadBorder(c: Canvas): void {
  c.add(
    group(
      [
        beads(
          [0, 0, WIDTH],
          [
            ['#d91f3c', '#d91f3c', '#f7efe0'],
            ['#1d4e89', '#f2b632', '#1d4e89'],
            ['#f7efe0', '#d91f3c', '#d91f3c'],
          ],
          16,
        ),
      ],
      'transform="translate(0 12)"',
    ),
  )
}

function coffeeBranch(c: Canvas): void {
  const leaf = ([x, y, s, turn]: Placed, tone: string) =>
    group(
      [
        path('M0 0C50 -76 190 -86 280 -6C190 64 60 60 0 0Z', tone),
        stroke('M6 -2Q140 -20 270 -6', '#0a3323', 5),
        ...times(6, (i) =>
          stroke(`M${44 + i * 36} -9q22 -8 32 ${i % 2 ? -30 : 26}`, '#0a3323', 2.6),
        ),
      ],
      `transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"`,
    )
  const cherry = (x: number, y: number, r: number) =>
    circle(
      [x, y, r],
      c.radial(['#ff7a6b', '#d3122b', '#6b0518'], [x - r * 0.35, y - r * 0.4], r * 1.6),
    ) +
    circle([x + r * 0.1, y + r * 0.72, r * 0.16], '#3d0410') +
    ellipse([x - r * 0.34, y - r * 0.4, r * 0.2, r * 0.13], '#ffffff', 'opacity="0.7"')
  c.add(stroke('M1320 470Q1000 540 560 690', '#4a2a14', 15))
  c.add(
    leaf([1180, 500, 1, 200], '#1f7a4c'),
    leaf([1110, 540, 1.05, 60], '#17633d'),
    leaf([930, 580, 1, 214], '#258a55'),
    leaf([860, 600, 0.9, 74], '#1f7a4c'),
    leaf([700, 640, 0.9, 196], '#17633d'),
    leaf([1260, 470, 0.9, 120], '#258a55'),
  )
  c.add(
    ...(
      [
        [1050, 560, 40],
        [1120, 590, 36],
        [986, 600, 38],
        [1064, 632, 42],
        [800, 640, 34],
        [860, 672, 38],
        [742, 680, 32],
        [1200, 560, 34],
        [1150, 660, 36],
        [940, 670, 34],
      ] as const
    ).map(([x, y, r]) => cherry(x, y, r)),
  )
  beadBorder(c)
}

export function coffeeHills(c: Canvas): void {
  c.add(full(c.linear(['#2a6f97', '#78b7c5', '#ffdfa8', '#ffc98a'], [0, 0], [0, 480])))
  c.add(
    glow(c, [300, 330, 380], '#fff1c8', 0.9),
    mountKenya(
      [690, 500, 1.3],
      c.linear(['#2f4a72', '#4d7196', '#7d93a8'], [0, 80], [0, 480]),
      '#f4fbff',
    ),
  )
  c.add(ridge(c, [446, 36], '#6f9a8a', 0.6))
  c.add(
    cloud(
      c,
      [
        [340, 380],
        [1060, 366],
      ],
      [18, 30, 40],
      '#fff4e0',
    ),
  )
  const terraces = (y: number, dark: string, light: string, rough: number) => {
    const hill = ridge(c, [y, 70], '#fff', rough)
    return group(
      [
        rect([0, y - 120, WIDTH, 500], dark),
        ...times(17, (i) =>
          stroke(
            times(
              14,
              (j) =>
                `${j ? 'L' : 'M'}${j * 100 - 10} ${n(y - 60 + i * 24 + Math.sin(j * 0.8 + i * 0.25) * 22)}`,
            ).join(''),
            light,
            9,
          ),
        ),
      ],
      c.clip(hill),
    )
  }
  c.add(
    terraces(460, '#4f8a5b', '#6aa76a', 0.5),
    terraces(530, '#2f7049', '#49915a', 0.6),
    terraces(620, '#1c5238', '#2f7047', 0.5),
  )
  coffeeBranch(c)
}
