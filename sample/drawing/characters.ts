import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  HEIGHT,
  onCircle,
  type Point,
  path,
  polygon,
  rect,
  stroke,
  times,
} from './canvas.ts'
import { glitter, glow, palm } from './nature.ts'
import { cloth, rays } from './pattern.ts'

function coolGlasses(c: Canvas): void {
  const lens = (x: number) => {
    const clip = c.clip(rect([x - 104, 336, 208, 156], '#fff', 'rx="66"'))
    const view = [
      rect(
        [x - 110, 330, 220, 170],
        c.linear(['#3a0ca3', '#ff4d8d', '#ffd23f'], [0, 336], [0, 440]),
      ),
      circle([x + 16, 424, 34], '#fff6cf'),
      rect([x - 110, 430, 220, 70], '#0a6a8a'),
      glitter(c, [x + 16, 434, 70, 46], '#fff6cf'),
      polygon(
        [
          [x - 90, 330],
          [x - 30, 330],
          [x - 90, 500],
          [x - 150, 500],
        ],
        '#ffffff',
        'opacity="0.28"',
      ),
      palm(c, [x - 60, 500, 0.5], '#12043a', 0.3),
    ]
    return (
      group(view, clip) +
      rect([x - 104, 336, 208, 156], 'none', 'rx="66" stroke="#f7efe0" stroke-width="15"')
    )
  }
  c.add(
    stroke('M624 384Q640 366 656 384', '#f7efe0', 16),
    lens(520),
    lens(760),
    stroke('M414 380L424 372M866 380L856 372', '#f7efe0', 16),
  )
  c.add(
    path('M622 500Q640 540 664 500Q690 528 650 540Q604 536 622 500Z', '#4a1f10'),
    stroke('M556 578Q640 646 732 568', '#4a1408', 12),
    stroke('M544 570Q550 580 562 584M744 558Q740 570 728 574', '#4a1408', 8),
    stroke('M600 640Q644 656 688 636', '#5f2c14', 7),
  )
  c.add(
    ...[430, 850].map(
      (x) =>
        circle([x, 520, 34], 'none', 'stroke="#ffd23f" stroke-width="11"') +
        times(7, (i) => {
          const [a, b] = onCircle(x, 520, 34, 0.05 + i / 15)
          return circle([a, b + 12, 8], '#e4264f')
        }).join(''),
    ),
  )
}

export function sunglasses(c: Canvas): void {
  c.add(
    full(c.linear(['#ff5e7a', '#ff9a5a', '#ffd06b'])),
    rays([640, 420], 20, '#fff0b8', 'opacity="0.28"'),
  )
  c.add(palm(c, [90, 730, 2], '#a3284f', 0.4), palm(c, [1200, 730, 1.9], '#a3284f', -0.45))
  const wrap = cloth(c, 'fans', ['#0f5e6d', '#ffd23f', '#e4264f', '#f7efe0'], 84)
  c.add(
    path('M500 700Q640 640 780 700L960 740H320Z', wrap),
    path('M560 560V680Q640 740 720 680V560Z', '#5a2a16'),
  )
  c.add(ellipse([640, 420, 214, 250], c.radial(['#a05a32', '#7a3d20', '#5a2814'], [590, 360], 330)))
  c.add(
    path(
      'M400 330C360 120 500 10 660 20C840 30 920 160 876 330C800 220 500 210 400 330Z',
      wrap,
      'stroke="#083640" stroke-width="6"',
    ),
  )
  c.add(
    path(
      'M830 120C900 20 1010 30 1010 96C1080 110 1060 210 960 206C920 214 880 200 850 170Z',
      wrap,
      'stroke="#083640" stroke-width="6"',
    ),
    stroke('M850 150Q920 110 990 110M862 168Q930 170 1000 170', '#083640', 5),
  )
  coolGlasses(c)
}

const LEFT = '#0f7a5a'
const RIGHT = '#c1121f'

function jesterFace(c: Canvas): void {
  const face = 'M446 340Q640 270 834 340Q850 560 640 650Q430 560 446 340Z'
  c.add(
    path(face, '#f7e7c4', 'stroke="#1a0d12" stroke-width="9"'),
    group(
      [
        rect([640, 250, 220, 420], '#f2b632'),
        ...[
          [540, 430],
          [740, 430],
        ].map(
          ([x = 0, y = 0]) =>
            polygon(
              [
                [x, y - 104],
                [x + 34, y],
                [x, y + 104],
                [x - 34, y],
              ],
              x < 640 ? LEFT : RIGHT,
            ) +
            path(
              `M${x - 58} ${y + 14}Q${x} ${y - 66} ${x + 58} ${y + 14}Q${x} ${y - 18} ${x - 58} ${y + 14}Z`,
              '#1a0d12',
            ),
        ),
      ],
      c.clip(path(face, '#fff')),
    ),
  )
  c.add(
    circle(
      [640, 486, 38],
      c.radial(['#ff9a8a', '#e4264f', '#8a0a22'], [628, 472], 60),
      'stroke="#1a0d12" stroke-width="7"',
    ),
    path('M524 536Q640 606 756 536Q716 622 640 624Q564 622 524 536Z', '#1a0d12'),
  )
  c.add(
    path(
      'M400 366Q640 260 880 366L900 420Q640 306 380 420Z',
      '#f2b632',
      'stroke="#1a0d12" stroke-width="9"',
    ),
    ...times(9, (i): string => {
      const t = i / 8
      const at: Point = [410 + t * 460, 396 - Math.sin(t * Math.PI) * 66]
      return circle([at[0], at[1], 11], i % 2 ? '#c1121f' : '#0f7a5a')
    }),
  )
  c.add(stroke('M640 690V730', '#f2b632', 14), glow(c, [640, 400, 620], '#ffffff', 0.1))
}

function jesterCap(c: Canvas): void {
  const horn = (d: string, fill: string) =>
    path(d, fill, 'stroke="#1a0d12" stroke-width="9" stroke-linejoin="round"')
  const bell = (x: number, y: number) =>
    circle(
      [x, y, 34],
      c.radial(['#fff6cf', '#f2b632', '#8a4a08'], [x - 10, y - 12], 54),
      'stroke="#1a0d12" stroke-width="7"',
    ) + stroke(`M${x - 18} ${y + 8}H${x + 18}M${x} ${y + 8}V${y + 24}`, '#1a0d12', 5)
  c.add(
    horn(
      'M450 350C380 250 300 210 240 320C250 110 420 60 560 230Z',
      cloth(c, 'diamonds', ['#f7efe0', '#c1121f', '#f2b632', '#c1121f'], 64),
    ),
    horn(
      'M830 350C900 250 980 210 1040 320C1030 110 860 60 720 230Z',
      cloth(c, 'diamonds', ['#f7efe0', '#0f7a5a', '#f2b632', '#0f7a5a'], 64),
    ),
  )
  c.add(
    horn(
      'M520 300C540 160 590 70 640 40C690 70 740 160 760 300Z',
      cloth(c, 'zigzag', ['#f2b632', '#1a0d12', '#6a0dad', '#f7efe0'], 60),
    ),
    bell(240, 334),
    bell(1040, 334),
    bell(640, 48),
  )
  jesterFace(c)
}

export function jester(c: Canvas): void {
  c.add(
    rect([0, 0, 640, HEIGHT], LEFT),
    rect([640, 0, 640, HEIGHT], RIGHT),
    rays([640, 400], 26, '#ffffff', 'opacity="0.09"'),
  )
  const bench = (x: number, row: number, color: string) => rect([x, 560 + row * 58, 520, 60], color)
  c.add(
    ...times(
      3,
      (row) =>
        bench(-40 - row * 30, row, ['#0a5a42', '#084632', '#053324'][row]!) +
        bench(800 + row * 30, row, ['#8f0d17', '#6f0a12', '#50070d'][row]!),
    ),
  )
  const heads = (from: number, tone: string) =>
    times(
      6,
      (i) =>
        circle([from + i * 78, 534 + (i % 2) * 8, 25], tone) +
        path(`M${from + i * 78 - 38} 570q38 -42 76 0Z`, tone),
    )
  c.add(...heads(30, '#04281c'), ...heads(860, '#3d050a'))
  jesterCap(c)
}
