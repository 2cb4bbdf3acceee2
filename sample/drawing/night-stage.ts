import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  path,
  polygon,
  rect,
  times,
  WIDTH,
} from './canvas.ts'
import { glow, stars } from './nature.ts'
import { cloth, rays } from './pattern.ts'
import { beam, crowd, kicc, skyline } from './town.ts'

export function stageKicc(c: Canvas): void {
  c.add(full(c.linear(['#0b0324', '#3a0b6b', '#b3167a', '#ff6a4d'])))
  c.add(stars(c, 70, 260))
  c.add(rays([640, 470], 26, '#ff5fd2', 'opacity="0.09"'))
  c.add(glow(c, [640, 430, 520], '#ff9a5a', 0.85))
  c.add(skyline(c, [560, 190], '#2a0a55', '#ffc46b'))
  for (const [x, to, color] of [
    [60, 420, '#28e0ff'],
    [330, 700, '#ff3fb4'],
    [950, 580, '#28e0ff'],
    [1220, 860, '#ff3fb4'],
    [200, 900, '#ffe14d'],
    [1080, 380, '#ffe14d'],
  ] as const) {
    c.add(
      beam(
        c,
        [
          [x, 640],
          [to, -140],
        ],
        120,
        [color, 0.62],
      ),
    )
  }
  c.add(kicc([620, 600, 1.32], '#16042f', '#ffd479'))
  c.add(rect([0, 590, WIDTH, 130], c.linear(['#ff4fa0/0', '#16042f'], [0, 560], [0, 650])))
  c.add(crowd(c, [604, 46], '#4a0f66', 0.5))
  c.add(crowd(c, [652, 66], '#14032b', 0.55))
  c.add(
    group(
      times(60, () =>
        circle(
          [c.between(0, WIDTH), c.between(40, 600), c.between(2, 6)],
          c.pick(['#ffe14d', '#28e0ff', '#ff3fb4', '#ffffff']),
        ),
      ),
      'opacity="0.75"',
    ),
  )
}

function matatuFront(c: Canvas): string {
  const body = 'M-230 250V-110Q-226 -220 -110 -232H110Q226 -220 230 -110V250Z'
  const art = cloth(c, 'fans', ['#ff2e88', '#ffd23f', '#00c2d1', '#3a0ca3'], 70)
  const disc = (x: number, y: number, r: number) =>
    circle([x, y, r], '#15101f') +
    circle([x, y, r * 0.8], '#322a44') +
    circle([x, y, r * 0.55], '#15101f') +
    circle([x, y, r * 0.24], '#ffd23f')
  return group(
    [
      rect([-252, 236, 110, 74], '#0c0816', 'rx="16"'),
      rect([142, 236, 110, 74], '#0c0816', 'rx="16"'),
      path(body, art),
      path(body, c.linear(['#1b0b3b/0', '#1b0b3b/0.5'], [0, -230], [0, 250])),
      path(
        'M-196 -6V-100Q-190 -170 -106 -178H106Q190 -170 196 -100V-6Z',
        '#150c2e',
        'stroke="#fff4d6" stroke-width="9"',
      ),
      polygon(
        [
          [-180, -20],
          [-60, -172],
          [10, -172],
          [-110, -20],
        ],
        '#7ee8ff',
        'opacity="0.25"',
      ),
      rect([-150, -262, 300, 44], '#ffd23f', 'rx="14"'),
      ...times(9, (i) => circle([-128 + i * 32, -240, 10], i % 2 ? '#ff2e88' : '#3a0ca3')),
      rect([-232, 30, 464, 34], '#111114'),
      rect([-232, 42, 464, 10], '#ffffff'),
      rect([-232, 74, 464, 24], '#b3122b'),
      rect([-232, 98, 464, 9], '#ffffff'),
      rect([-232, 107, 464, 24], '#0f7a3d'),
      ...[-170, 170].map((x) => circle([x, 178, 40], '#fff4d6') + circle([x, 178, 27], '#ffe98a')),
      rect([-100, 150, 200, 66], '#15101f', 'rx="10"'),
      ...times(4, (i) => rect([-92, 158 + i * 15, 184, 7], '#9a93ad')),
      rect([-250, 224, 500, 26], '#e6e1ef', 'rx="12"'),
      disc(-62, -78, 56),
      disc(62, -78, 56),
    ],
    'transform="translate(640 400)"',
  )
}

export function matatu(c: Canvas): void {
  c.add(full(c.linear(['#10033a', '#4b0f9e', '#ff2e88'])))
  c.add(rays([640, 340], 24, '#ffd23f', 'opacity="0.16"'))
  c.add(skyline(c, [520, 210], '#1d0650', '#7ee8ff'), kicc([1050, 540, 0.95], '#1d0650', '#7ee8ff'))
  c.add(rect([0, 520, WIDTH, 200], c.linear(['#2a0a5c', '#0d0224'], [0, 520], [0, 720])))
  const stack = (x: number) =>
    times(
      3,
      (i) =>
        rect([x, 500 - i * 160, 170, 152], '#17102a', 'rx="12" stroke="#00c2d1" stroke-width="5"') +
        [62, 46, 18]
          .map((r, k) => circle([x + 85, 576 - i * 160, r], ['#2d2248', '#0c0816', '#ff2e88'][k]!))
          .join(''),
    ).join('')
  c.add(stack(120), stack(990))
  c.add(
    group(
      times(6, (i) =>
        [205, 1075]
          .map((x) =>
            circle(
              [x, 400, 100 + i * 62],
              'none',
              `stroke="#00e5ff" stroke-width="6" opacity="${n(0.5 - i * 0.075)}"`,
            ),
          )
          .join(''),
      ),
      '',
    ),
  )
  c.add(ellipse([640, 706, 330, 26], '#000000', 'opacity="0.55"'), matatuFront(c))
  c.add(glow(c, [470, 578, 190], '#ffe98a', 0.85), glow(c, [810, 578, 190], '#ffe98a', 0.85))
  c.add(crowd(c, [690, 54], '#0a021d', 0.6))
}
