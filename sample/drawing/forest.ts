import {
  type Canvas,
  full,
  group,
  HEIGHT,
  n,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glow } from './nature.ts'
import { runner } from './town.ts'

function undergrowth(c: Canvas): void {
  for (const x of [-30, 1180])
    c.add(
      polygon(
        [
          [x, 720],
          [x + 130, 720],
          [x + 104, -10],
          [x + 20, -10],
        ],
        '#123a2c',
      ),
      ...times(9, (i) => stroke(`M${x + 24 + i * 10} ${60 + i * 66}q8 40 0 90`, '#0b2a20', 5)),
    )
  c.add(
    group(
      times(70, () => {
        const x = c.between(0, WIDTH)
        return stroke(
          `M${n(x)} 724q${n(c.between(-20, 20))} ${n(c.between(-70, -30))} ${n(c.between(-34, 34))} ${n(c.between(-100, -60))}`,
          c.pick(['#0f3a26', '#1a5a37', '#2a7d49']),
          5,
        )
      }),
      'opacity="0.9"',
    ),
  )
}

function forestRun(c: Canvas): void {
  c.add(
    path('M0 520Q300 480 640 500T1280 490V720H0Z', '#2c6a3f'),
    path('M0 580Q320 540 700 556T1280 560V720H0Z', '#1d5233'),
  )
  c.add(
    path(
      'M700 500C640 540 900 590 760 640C690 670 420 690 300 730H1130C1120 660 1010 620 880 580C800 552 770 530 740 500Z',
      '#c4733c',
    ),
  )
  c.add(
    path(
      'M712 502C660 544 876 592 790 640C740 672 560 700 500 730H700C800 690 890 650 846 600C820 566 740 540 728 502Z',
      '#e39a5c',
      'opacity="0.6"',
    ),
  )
  const team: [number, number, number, string][] = [
    [770, 548, 0.45, '#ffd23f'],
    [742, 566, 0.55, '#d91f3c'],
    [820, 606, 0.8, '#2176d2'],
    [690, 660, 1.15, '#f4efe2'],
    [860, 700, 1.5, '#d91f3c'],
  ]
  c.add(...team.map(([x, y, s, shirt]) => runner([x, y, s], '#33180f', shirt, '#14213d')))
  undergrowth(c)
}

export function crossCountry(c: Canvas): void {
  c.add(full(c.linear(['#e9f5c8', '#bfe0a8', '#6fae86', '#2f6b57'])))
  c.add(glow(c, [760, 180, 520], '#fffbd9', 1))
  for (const [tone, width, count] of [
    ['#8fc09b', 14, 26],
    ['#5a9a7d', 24, 17],
    ['#2f7059', 38, 10],
  ] as const) {
    c.add(
      group(
        times(count, (i) => {
          const x = ((i + c.between(0.1, 0.9)) / count) * WIDTH
          if (Math.abs(x - 740) < width * 3.4) return ''
          const lean = c.between(-14, 14)
          return polygon(
            [
              [x - width / 2, 640],
              [x + width / 2, 640],
              [x + lean + width * 0.3, -10],
              [x + lean - width * 0.3, -10],
            ],
            tone,
          )
        }),
        '',
      ),
    )
    c.add(rect([0, 0, WIDTH, HEIGHT], '#f3fad8', 'opacity="0.14"'))
  }
  c.add(
    group(
      times(6, (i) =>
        polygon(
          [
            [620 + i * 60, -20],
            [670 + i * 60, -20],
            [330 + i * 170, 720],
            [210 + i * 170, 720],
          ],
          '#fffbd9',
        ),
      ),
      'opacity="0.13"',
    ),
  )
  forestRun(c)
}
