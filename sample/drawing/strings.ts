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
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glitter, glow, ridge, stars } from './nature.ts'
import { cloth } from './pattern.ts'

const GUITAR =
  'M0 -150C-96 -176 -146 -116 -134 -44C-126 4 -104 24 -110 66C-118 112 -190 122 -190 216C-190 300 -96 336 0 336C96 336 190 300 190 216C190 122 118 112 110 66C104 24 126 4 134 -44C146 -116 96 -176 0 -150Z'

function guitarBody(c: Canvas): string {
  const wood = c.radial(['#ffcf6b', '#e8832a', '#7c2412'], [-20, 90], 330)
  return group(
    [
      path(GUITAR, '#3c0f10', 'transform="translate(14 16)" opacity="0.5"'),
      path(GUITAR, wood, 'stroke="#4a1410" stroke-width="10"'),
      circle([0, 40, 74], cloth(c, 'suns', ['#f7e7c4', '#b3122b', '#0f5e4d', '#111114'], 37)),
      circle([0, 40, 55], '#1c0709'),
      rect([-84, 176, 168, 26], '#2b0c0c', 'rx="8"'),
      rect([-27, -560, 54, 590], c.linear(['#2b0c0c', '#5a2018', '#2b0c0c'], [-27, 0], [27, 0])),
      ...times(13, (i) => rect([-27, -540 + i * 42, 54, 4], '#d8b878')),
      ...[1, 3, 5, 7].map((i) => circle([0, -519 + i * 42, 7], '#f7e7c4')),
      ...times(6, (i) =>
        stroke(
          lines([
            [-20 + i * 8, -560],
            [-24 + i * 9.6, 188],
          ]),
          '#fff6de',
          2.2,
        ),
      ),
    ],
    'transform="translate(770 380) rotate(58) scale(1.1)"',
  )
}

export function guitar(c: Canvas): void {
  c.add(full(c.linear(['#0c3b5e', '#177e89', '#f0a15a', '#f76b45'], [0, 0], [0, 420])))
  c.add(glow(c, [360, 352, 430], '#ffe6a3', 0.95), circle([360, 352, 104], '#fff2c9'))
  c.add(ridge(c, [372, 40], '#2b5467', 0.8))
  c.add(rect([0, 392, WIDTH, 330], c.linear(['#f0894f', '#1b7f8c', '#083248'], [0, 392], [0, 720])))
  c.add(
    group(
      times(11, (i) =>
        ellipse(
          [800, 640, 130 + i * 92, 26 + i * 22],
          'none',
          `stroke="#ffe6a3" stroke-width="${n(5 - i * 0.3)}" opacity="${n(0.6 - i * 0.045)}"`,
        ),
      ),
      '',
    ),
  )
  c.add(glitter(c, [360, 398, 240, 220], '#fff0c4'))
  c.add(guitarBody(c))
  const reed = (x: number, h: number, lean: number) =>
    stroke(`M${n(x)} 730Q${n(x)} ${n(730 - h * 0.6)} ${n(x + lean)} ${n(730 - h)}`, '#062833', 5) +
    times(13, (i) =>
      stroke(
        lines([[x + lean, 730 - h], onCircle(x + lean, 730 - h, c.between(34, 54), -0.5 + i / 24)]),
        '#062833',
        2.4,
      ),
    ).join('')
  c.add(...times(13, () => reed(c.between(-20, 330), c.between(130, 330), c.between(-34, 34))))
  c.add(...times(5, () => reed(c.between(1130, 1290), c.between(110, 230), c.between(-30, 30))))
}

function oud(c: Canvas): string {
  const bowl =
    'M0 -150C60 -120 150 -20 150 110C150 220 80 270 0 270C-80 270 -150 220 -150 110C-150 -20 -60 -120 0 -150Z'
  return group(
    [
      path(bowl, '#04211f', 'transform="translate(16 16)" opacity="0.6"'),
      path(
        bowl,
        c.radial(['#ffd98a', '#d98324', '#6b2a10'], [-30, 80], 300),
        'stroke="#3b1408" stroke-width="8"',
      ),
      polygon(
        [
          [-24, -140],
          [24, -140],
          [16, -380],
          [-16, -380],
        ],
        '#3b1408',
      ),
      polygon(
        [
          [-20, -376],
          [20, -376],
          [120, -440],
          [104, -468],
        ],
        '#5a220d',
      ),
      ...times(5, (i) => circle([48 + i * 15, -438 + (i % 2) * 36 - i * 7, 7], '#ffd98a')),
      circle([0, 60, 52], '#2a0d06'),
      ...times(12, (i) => {
        const [x, y] = onCircle(0, 60, 36, i / 12)
        return circle([x, y, 9], '#e9b25a')
      }),
      circle([0, 60, 18], '#e9b25a'),
      rect([-64, 190, 128, 16], '#3b1408', 'rx="6"'),
      ...times(5, (i) =>
        stroke(
          lines([
            [-12 + i * 6, -380],
            [-32 + i * 16, 196],
          ]),
          '#fff3d6',
          2,
        ),
      ),
    ],
    'transform="translate(640 420) rotate(24) scale(1.02)"',
  )
}

export function taarab(c: Canvas): void {
  const star = cloth(c, 'diamonds', ['#0b3b3c', '#0f5a57', '#147a70', '#d9a441'], 74)
  c.add(full(star), full(c.radial(['#041f22/0', '#041f22/0.82'], [640, 360], 700)))
  const arch =
    'M270 730V330Q270 250 340 226Q330 150 430 140Q470 60 640 30Q810 60 850 140Q950 150 940 226Q1010 250 1010 330V730Z'
  c.add(path(arch, '#d9a441', 'stroke="#f7dc9a" stroke-width="10"'))
  const hole =
    'M304 730V344Q304 268 372 250Q366 182 450 168Q490 92 640 64Q790 92 830 168Q914 182 908 250Q976 268 976 344V730Z'
  const view = [
    rect(
      [270, 40, 740, 700],
      c.linear(['#1a1147', '#5b2a86', '#e0567a', '#ffb46b'], [0, 60], [0, 600]),
    ),
    stars(c, 80, 330),
    glow(c, [780, 210, 190], '#fff1c4', 0.7),
    path('M800 140A78 78 0 1 0 858 262A62 62 0 1 1 800 140Z', '#fff1c4'),
    rect([270, 520, 740, 220], c.linear(['#b3486f', '#2a1a5a'], [0, 520], [0, 720])),
    glitter(c, [780, 524, 190, 190], '#ffe2b0'),
    path('M270 540V430H330V400H350V430H380V400H400V430H450V470H540V540Z', '#2a1147'),
  ]
  c.add(group(view, c.clip(path(hole, '#fff'))), stroke(hole, '#7a4a12', 6))
  c.add(oud(c))
  c.add(
    ...[150, 1130].map(
      (x) =>
        stroke(`M${x} -10V150`, '#d9a441', 4) +
        glow(c, [x, 220, 170], '#ffcf70', 0.8) +
        path(
          `M${x - 34} 190Q${x} 130 ${x + 34} 190L${x + 46} 240Q${x} 310 ${x - 46} 240Z`,
          '#ffcf70',
          'stroke="#7a4a12" stroke-width="6"',
        ) +
        stroke(`M${x} 152V280M${x - 40} 215H${x + 40}`, '#7a4a12', 4),
    ),
  )
}
