import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  HEIGHT,
  n,
  onCircle,
  type Point,
  path,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glow, ridge, stars } from './nature.ts'

const HARE =
  'M-30 190Q-110 190 -104 110Q-96 30 -20 10Q-34 -40 -6 -74Q-60 -150 -48 -236Q-16 -200 6 -120Q30 -200 74 -232Q78 -150 34 -74Q76 -50 84 -10Q60 20 30 22Q60 60 120 20L140 44Q90 110 44 106Q52 160 96 178L92 194H20Q30 150 6 130Q-6 170 24 190Z'

function shadowTree(c: Canvas): void {
  const tree = times(11, (i) => {
    const [x, y] = onCircle(1080, 300, c.between(80, 150), -0.5 + i / 20)
    return (
      stroke(`M1080 620Q1060 470 ${n((1080 + x) / 2)} 400T${n(x)} ${n(y)}`, '#1d0805', 10) +
      times(4, () =>
        ellipse(
          [x + c.between(-40, 40), y + c.between(-30, 30), c.between(14, 30), c.between(10, 18)],
          '#1d0805',
        ),
      ).join('')
    )
  })
  c.add(group(tree, ''), stroke('M1080 640V480', '#1d0805', 34))
  c.add(
    group(
      times(6, (i) =>
        path(`M${150 + i * 44} 640q${c.pick([-16, 16])} -70 4 -130q22 60 14 130Z`, '#1d0805'),
      ),
      '',
    ),
  )
  c.add(
    stroke(
      times(3, (i) => `M${180 + i * 90} ${180 + i * 34}q24 -26 48 0q24 -26 48 0`).join(''),
      '#7a2a10',
      6,
    ),
  )
  const frame = c.linear(['#140404', '#3a0f10', '#140404'], [0, 0], [WIDTH, 0])
  c.add(
    path(
      `M0 0H${WIDTH}V${HEIGHT}H0ZM96 80Q640 30 1184 80L1150 650Q640 690 130 650Z`,
      frame,
      'fill-rule="evenodd"',
    ),
  )
  c.add(
    path(
      'M96 80Q640 30 1184 80L1150 650Q640 690 130 650Z',
      'none',
      'stroke="#e0a13c" stroke-width="8" stroke-dasharray="4 18" stroke-linecap="round"',
    ),
  )
}

export function shadowPlay(c: Canvas): void {
  c.add(full(c.radial(['#fff3c4', '#ffb84d', '#d4591a', '#4a1208'], [640, 350], 660)))
  c.add(circle([690, 250, 150], '#fffdf0'), glow(c, [690, 250, 330], '#ffffff', 0.9))
  c.add(
    ...times(9, (i) =>
      circle(
        [690 + c.between(-90, 90), 250 + c.between(-90, 90), c.between(10, 26)],
        '#ffe9b0',
        `opacity="${n(0.35 + (i % 3) * 0.15)}"`,
      ),
    ),
  )
  c.add(ridge(c, [610, 60], '#7a2a10', 0.6), ridge(c, [656, 30], '#3d1208', 0.8))
  c.add(
    group(
      [
        path(HARE, '#1d0805'),
        ...times(5, (i) => circle([-60 + i * 10, 110 + (i % 2) * 26, 7], '#ffb84d')),
        circle([48, -28, 7], '#ffb84d'),
        ...times(4, (i) => circle([-30 + i * 16, 62, 5], '#ffb84d')),
      ],
      'transform="translate(520 430) scale(1.08)"',
    ),
  )
  c.add(stroke('M500 610L430 760M640 470L760 760', '#1d0805', 6))
  shadowTree(c)
}

function court(c: Canvas): void {
  const pan = (x: number, y: number) =>
    stroke(`M${x} ${y - 130}L${x - 66} ${y}M${x} ${y - 130}L${x + 66} ${y}`, '#f2b632', 4) +
    path(`M${x - 78} ${y}H${x + 78}Q${x} ${y + 62} ${x - 78} ${y}Z`, '#f2b632')
  c.add(
    stroke('M640 300V398M470 440L810 384', '#f2b632', 10),
    circle([640, 412, 20], '#ffe9a8'),
    pan(470, 572),
    pan(810, 516),
  )
  const eyes = (x: number, y: number, s: number) =>
    [-1, 1]
      .map(
        (side) =>
          ellipse([x + side * 20 * s, y, 12 * s, 8 * s], '#ffe14d') +
          ellipse([x + side * 20 * s, y, 3.4 * s, 7 * s], '#1c0724'),
      )
      .join('')
  const beast = (x: number, y: number, s: number, ears: string) =>
    group(
      [
        path(ears, '#12041a'),
        path('M-70 90Q-84 -30 0 -42Q84 -30 70 90Z', '#12041a'),
        eyes(0, 12, 1),
      ],
      `transform="translate(${x} ${y}) scale(${s})"`,
    )
  const round = 'M-66 -10Q-90 -70 -44 -66Q-20 -50 -16 -20ZM66 -10Q90 -70 44 -66Q20 -50 16 -20Z'
  const long = 'M-40 -10Q-62 -150 -26 -160Q-8 -100 -10 -20ZM40 -10Q62 -150 26 -160Q8 -100 10 -20Z'
  const horns = 'M-30 -26Q-100 -60 -70 -140Q-60 -80 -14 -30ZM30 -26Q100 -60 70 -140Q60 -80 14 -30Z'
  c.add(
    beast(130, 650, 1.2, horns),
    beast(300, 668, 0.95, long),
    beast(1150, 650, 1.3, round),
    beast(980, 672, 0.95, round),
    beast(420, 690, 0.7, round),
    beast(860, 692, 0.7, long),
  )
}

export function baobab(c: Canvas): void {
  c.add(full(c.linear(['#2b0a4a', '#7a1f6b', '#e0524f', '#ffb24d'], [0, 0], [0, 600])))
  c.add(
    glow(c, [640, 430, 480], '#ffe08a', 0.9),
    circle([640, 430, 180], '#ffeeb0'),
    stars(c, 70, 220),
  )
  c.add(ridge(c, [590, 40], '#7a1f4a', 0.7))
  const bark = '#1c0724'
  c.add(
    path(
      'M520 680C566 560 556 440 548 330C600 360 680 360 732 330C724 440 714 560 760 680C800 700 850 706 900 712H380C430 706 480 700 520 680Z',
      bark,
    ),
  )
  const branch = ([x, y]: Point, turn: number, long: number, width: number): string => {
    const [tx, ty] = onCircle(x, y, long, turn)
    const own = stroke(
      `M${n(x)} ${n(y)}Q${n((x + tx) / 2 + c.between(-16, 16))} ${n((y + ty) / 2 + 18)} ${n(tx)} ${n(ty)}`,
      bark,
      width,
    )
    if (width < 5)
      return (
        own +
        times(3, () =>
          ellipse(
            [tx + c.between(-24, 24), ty + c.between(-14, 14), c.between(9, 20), c.between(6, 11)],
            '#4a0f4a',
          ),
        ).join('')
      )
    return (
      own +
      branch([tx, ty], turn - c.between(0.05, 0.1), long * 0.66, width * 0.55) +
      branch([tx, ty], turn + c.between(0.04, 0.1), long * 0.7, width * 0.55)
    )
  }
  c.add(
    ...[
      [560, -0.44],
      [600, -0.34],
      [640, -0.25],
      [680, -0.16],
      [720, -0.06],
    ].map(([x = 0, turn = 0]) => branch([x, 360], turn, 190, 46)),
  )
  court(c)
}
