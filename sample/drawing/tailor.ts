import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  HEIGHT,
  path,
  polygon,
  rect,
  stroke,
  times,
} from './canvas.ts'
import { type Cloth, cloth, type MotifName } from './pattern.ts'

function tailorsTools(c: Canvas): void {
  c.add(
    ellipse([640, 104, 34, 42], '#c98a4b'),
    rect([620, 120, 40, 34], '#c98a4b'),
    stroke('M500 220C420 420 560 520 470 690', '#ffe9a8', 24),
    stroke('M500 220C420 420 560 520 470 690', '#7a4a08', 10, 'stroke-dasharray="2 16"'),
  )
  c.add(
    group(
      [
        circle([-60, 128, 40], 'none', 'stroke="#d91f3c" stroke-width="20"'),
        circle([60, 128, 40], 'none', 'stroke="#d91f3c" stroke-width="20"'),
        polygon(
          [
            [-44, 92],
            [-20, 84],
            [46, -160],
            [30, -170],
          ],
          '#dfe6ee',
        ),
        polygon(
          [
            [44, 92],
            [20, 84],
            [-46, -160],
            [-30, -170],
          ],
          '#b9c4d0',
        ),
        circle([0, 30, 10], '#5d677d'),
      ],
      'transform="translate(1010 420) rotate(24) scale(1.15)"',
    ),
  )
}

function jacketOnStand(c: Canvas): void {
  c.add(
    ellipse([640, 690, 250, 26], '#000000', 'opacity="0.5"'),
    rect([628, 560, 24, 130], '#5a2a12'),
    rect([540, 676, 200, 18], '#5a2a12', 'rx="8"'),
  )
  const jacket =
    'M560 130Q640 162 720 130L838 178Q872 330 880 470L812 478L782 322L792 580H488L498 322L468 478L400 470Q408 330 442 178Z'
  c.add(
    path(jacket, '#000000', 'transform="translate(14 16)" opacity="0.5"'),
    path(jacket, c.linear(['#23263f', '#3b4066', '#1a1c30'], [400, 0], [880, 0])),
  )
  c.add(
    polygon(
      [
        [588, 140],
        [692, 140],
        [640, 330],
      ],
      '#f7efe0',
    ),
    polygon(
      [
        [630, 170],
        [650, 170],
        [664, 300],
        [640, 332],
        [616, 300],
      ],
      '#d91f3c',
    ),
    path(
      'M560 130L610 120L640 330L520 240L556 220Z',
      cloth(c, 'suns', ['#f2b632', '#b3122b', '#0f5e4d', '#14213d'], 42),
    ),
    path(
      'M720 130L670 120L640 330L760 240L724 220Z',
      cloth(c, 'suns', ['#f2b632', '#b3122b', '#0f5e4d', '#14213d'], 42),
    ),
  )
  c.add(
    stroke('M640 332V580', '#0d0f1c', 4),
    ...[380, 450, 520].map((y) => circle([656, y, 9], '#f2b632')),
    rect([690, 300, 70, 12], '#f2b632'),
  )
  tailorsTools(c)
}

export function kitengeCurtain(c: Canvas): void {
  const prints: [MotifName, Cloth][] = [
    ['suns', ['#0f5e4d', '#f2b632', '#f7efe0', '#d91f3c']],
    ['zigzag', ['#b3122b', '#f7efe0', '#f2b632', '#14213d']],
    ['fans', ['#14213d', '#f2784b', '#ffd166', '#1d4e89']],
    ['diamonds', ['#f2b632', '#6a0dad', '#f7efe0', '#d91f3c']],
    ['petals', ['#7a1432', '#ff8fa3', '#ffd166', '#f7efe0']],
    ['suns', ['#1d4e89', '#ffffff', '#e4572e', '#f2b632']],
    ['fans', ['#d91f3c', '#f7efe0', '#111114', '#f2b632']],
    ['zigzag', ['#0f7a5a', '#ffd166', '#111114', '#e4572e']],
  ]
  c.add(
    ...prints.map(([motif, colors], i) =>
      rect([i * 160, 0, 161, HEIGHT], cloth(c, motif, colors, 107)),
    ),
  )
  c.add(
    ...times(16, (i) =>
      rect(
        [i * 80, 0, 80, HEIGHT],
        c.linear(['#000000/0.5', '#ffffff/0.14', '#000000/0.4'], [i * 80, 0], [i * 80 + 80, 0]),
      ),
    ),
  )
  c.add(full(c.radial(['#fff2cf/0.3', '#12050a/0.35', '#12050a/0.88'], [640, 330], 640)))
  jacketOnStand(c)
}
