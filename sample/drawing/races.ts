import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  lines,
  n,
  onCircle,
  path,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { acacia, cloud, glitter, glow, ridge } from './nature.ts'
import { runner } from './town.ts'

export function athletics(c: Canvas): void {
  c.add(full(c.linear(['#ff8f6b', '#ffc08a', '#ffe6b8', '#fff3da'], [0, 0], [0, 460])))
  c.add(glow(c, [880, 260, 460], '#fff8dc', 0.95), circle([880, 260, 120], '#fffdf3'))
  c.add(ridge(c, [300, 90], '#e79a8f', 0.7), ridge(c, [360, 70], '#c46f86', 0.8))
  c.add(
    rect([0, 400, WIDTH, 80], c.linear(['#f6b7b0', '#d67f9a'], [0, 400], [0, 480])),
    glitter(c, [880, 404, 280, 66], '#fff7e6'),
  )
  c.add(
    group(
      times(46, () => {
        const [x, y] = [c.between(20, 620), c.between(424, 470)]
        return (
          ellipse([x, y - 10, 8, 5], '#ff5c8a') +
          stroke(
            `M${n(x)} ${n(y - 6)}V${n(y + 7)}M${n(x + 6)} ${n(y - 12)}Q${n(x + 14)} ${n(y - 18)} ${n(x + 9)} ${n(y - 25)}`,
            '#ff5c8a',
            2.2,
          )
        )
      }),
      '',
    ),
  )
  c.add(ridge(c, [500, 50], '#4d2c54', 0.9))
  c.add(
    path('M-20 720C240 560 720 640 1300 470V720Z', '#2a1a38'),
    path('M-20 740C260 590 740 670 1300 520V720H-20Z', '#e8743b'),
  )
  c.add(
    stroke(
      'M-20 752C280 622 760 700 1300 566M-20 800C300 654 780 730 1300 614',
      '#ffe6c9',
      4,
      'opacity="0.75"',
    ),
  )
  c.add(acacia(c, [1120, 520, 1.15], '#2a1a38'), acacia(c, [70, 540, 0.8], '#3a2145'))
  const team: [number, number, number, string, string][] = [
    [330, 664, 1.35, '#0f8a4b', '#101014'],
    [520, 680, 1.5, '#d91f3c', '#101014'],
    [710, 684, 1.6, '#ffd23f', '#1f2a80'],
    [890, 668, 1.5, '#2176d2', '#f4efe2'],
    [1050, 640, 1.4, '#f4efe2', '#d91f3c'],
  ]
  c.add(
    ...team.map(
      ([x, y, s, shirt, shorts]) =>
        ellipse([x + 8, y + 2, 60 * s, 7 * s], '#7a2d16', 'opacity="0.5"') +
        runner([x, y, s], '#3b1d14', shirt, shorts),
    ),
  )
}

function rallyCar(c: Canvas): void {
  const car = [
    path(
      'M-270 20C-282 -34 -262 -62 -214 -70L-150 -78C-110 -136 -60 -158 30 -156C104 -154 140 -120 178 -76L250 -56C282 -46 290 -6 282 26L262 40H-252Z',
      '#e11d2e',
    ),
    path(
      'M-132 -80C-98 -126 -58 -140 -6 -140V-78ZM10 -140C92 -140 122 -118 152 -76L10 -78Z',
      '#13202f',
    ),
    path('M-270 -4L284 -18V14L-272 24Z', '#f7f3e8'),
    path('M-271 6L284 -6V4L-271 15Z', '#0d8043'),
    path('M-226 -70L-214 -122H-200L-204 -72ZM-176 -76L-164 -122H-150L-152 -78Z', '#13202f'),
    rect([-246, -136, 128, 16], '#e11d2e', 'rx="6"'),
    circle([-60, -30, 38], '#f7f3e8'),
    circle([-60, -30, 22], '#111114'),
    ellipse([266, -28, 15, 20], '#fff8d6'),
    ...[226, 254].map((x) => circle([x, -60, 15], '#fff8d6', 'stroke="#13202f" stroke-width="6"')),
  ]
  const wheel = (x: number) =>
    circle([x, 40, 56], '#15110f') +
    circle([x, 40, 31], '#f2b632') +
    times(6, (i) => {
      const [a, b] = onCircle(x, 40, 29, i / 6)
      return stroke(
        lines([
          [x, 40],
          [a, b],
        ]),
        '#7a4b0c',
        7,
      )
    }).join('')
  c.add(ellipse([760, 664, 300, 24], '#3a180a', 'opacity="0.6"'))
  c.add(
    group(
      [...car, wheel(-170), wheel(182)],
      'transform="translate(740 536) rotate(-7) scale(1.1)"',
    ),
  )
  c.add(
    group(
      times(70, () =>
        circle(
          [c.between(300, 700), c.between(560, 712), c.between(2, 9)],
          c.pick(['#5c2810', '#8a4218', '#d98d4a']),
        ),
      ),
      '',
    ),
  )
}

export function rally(c: Canvas): void {
  c.add(full(c.linear(['#f26a1b', '#ff9d3c', '#ffd27a', '#ffe9b8'], [0, 0], [0, 460])))
  c.add(glow(c, [300, 230, 420], '#fff6cf', 0.9), circle([300, 230, 96], '#fffbe6'))
  c.add(
    ridge(c, [330, 100], '#d9803f', 0.6),
    ridge(c, [390, 60], '#b85c2a', 0.8),
    ridge(c, [440, 40], '#8f3f1c', 0.9),
  )
  c.add(
    acacia(c, [1100, 470, 1.2], '#4a1d10'),
    acacia(c, [880, 452, 0.6], '#6b2c16'),
    acacia(c, [120, 470, 0.75], '#5a2412'),
  )
  c.add(rect([0, 462, WIDTH, 260], c.linear(['#c4702f', '#8a4218', '#5c2810'], [0, 462], [0, 720])))
  c.add(
    cloud(
      c,
      [
        [560, 590],
        [-60, 430],
      ],
      [34, 190, 60],
      '#f2c48a',
    ),
    cloud(
      c,
      [
        [500, 620],
        [40, 600],
      ],
      [30, 110, 30],
      '#ffe2b4',
    ),
  )
  rallyCar(c)
}
