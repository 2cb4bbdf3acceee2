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
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { cloud, glow, ridge, stars } from './nature.ts'
import { cloth } from './pattern.ts'
import { beam, curtain, type Fold, valance } from './town.ts'

const RED: Fold = { dark: '#4a0510', middle: '#8f0f22', light: '#d62839' }

function mask(c: Canvas, laughing: boolean): string {
  const face =
    'M-150 -170Q0 -220 150 -170Q176 40 90 176Q40 246 0 250Q-40 246 -90 176Q-176 40 -150 -170Z'
  const tone = laughing ? ['#ffe08a', '#e8a020', '#8a4a08'] : ['#9a5a34', '#5a2a16', '#24100a']
  const ink = laughing ? '#3d1c06' : '#ffd98a'
  const brow = laughing
    ? 'M-112 -70Q-66 -116 -22 -76M112 -70Q66 -116 22 -76'
    : 'M-116 -88Q-70 -90 -24 -60M116 -88Q70 -90 24 -60'
  const eyes = laughing
    ? 'M-108 -26Q-66 -72 -26 -26Q-66 -40 -108 -26ZM108 -26Q66 -72 26 -26Q66 -40 108 -26Z'
    : 'M-106 -40Q-66 -8 -28 -22Q-62 -46 -106 -40ZM106 -40Q66 -8 28 -22Q62 -46 106 -40Z'
  const mouth = laughing
    ? 'M-92 92Q0 132 92 92Q70 204 0 206Q-70 204 -92 92Z'
    : 'M-78 178Q0 84 78 178Q40 136 0 136Q-40 136 -78 178Z'
  return group(
    [
      path(face, '#1d0207', 'transform="translate(16 20)" opacity="0.55"'),
      path(face, c.linear(tone, [-120, -160], [130, 220])),
      path(
        'M-150 -170Q0 -220 150 -170Q154 -140 150 -120Q0 -166 -150 -120Q-154 -140 -150 -170Z',
        cloth(
          c,
          'zigzag',
          laughing
            ? ['#b3122b', '#ffe9b0', '#0f5e4d', '#24100a']
            : ['#ffd98a', '#b3122b', '#24100a', '#0f5e4d'],
          40,
        ),
      ),
      stroke(brow, ink, 15),
      path(eyes, laughing ? '#2a0a06' : '#120504'),
      path(mouth, laughing ? '#5a0a12' : '#120504'),
      stroke('M-16 -40Q-12 40 -32 62Q0 84 32 62Q12 40 16 -40', ink, 7, 'opacity="0.7"'),
      ...times(5, (i) =>
        [-1, 1]
          .map((side) => circle([side * (118 - i * 3), 6 + i * 26, 7], ink, 'opacity="0.85"'))
          .join(''),
      ),
      path(face, c.linear(['#ffffff/0.22', '#ffffff/0', '#000000/0.3'], [-150, 0], [150, 0])),
    ],
    '',
  )
}

export function masks(c: Canvas): void {
  c.add(full(c.radial(['#5a1020', '#2a0510', '#0d0206'], [640, 330], 700)))
  c.add(
    beam(
      c,
      [
        [640, -120],
        [640, 760],
      ],
      420,
      ['#ffe2a8', 0.5],
    ),
    ellipse([640, 664, 430, 62], '#ffdf9e', 'opacity="0.3"'),
  )
  c.add(
    curtain(c, [-20, 290], 6, RED),
    curtain(c, [990, 1300], 6, RED),
    valance(c, [7, 108], RED, '#f2b632'),
  )
  c.add(
    group([mask(c, false)], 'transform="translate(800 400) rotate(13) scale(1.02)"'),
    group([mask(c, true)], 'transform="translate(480 382) rotate(-11) scale(1.08)"'),
  )
  c.add(
    group(
      times(70, () =>
        rect(
          [c.between(280, 1000), c.between(120, 700), 8, 13],
          c.pick(['#f2b632', '#ffffff', '#d62839', '#0f7a5a']),
          `transform="rotate(${n(c.between(-40, 40))} 640 400)"`,
        ),
      ),
      'opacity="0.9"',
    ),
  )
}

function train(c: Canvas): string {
  const ink = '#0b0a1c'
  const cars = times(4, (i) => {
    const x = -360 - i * 232
    return (
      rect([x, -92, 218, 84], '#7a1626', 'rx="8"') +
      rect([x - 4, -104, 226, 18], '#2c0a14', 'rx="8"') +
      times(5, (j) => rect([x + 14 + j * 40, -76, 28, 36], '#ffd98a', 'rx="3"')).join('') +
      rect([x, -28, 218, 6], '#f2b632') +
      [40, 84, 140, 184].map((w) => circle([x + w, 0, 17], ink)).join('')
    )
  })
  return group(
    [
      ...cars,
      rect([-130, -112, 110, 106], ink, 'rx="6"'),
      rect([-142, -126, 134, 18], ink, 'rx="6"'),
      rect([-112, -96, 38, 40], '#ffd98a'),
      rect([-30, -84, 210, 70], c.linear(['#3a3b5c', ink], [0, -84], [0, -14]), 'rx="18"'),
      polygon(
        [
          [120, -84],
          [112, -140],
          [166, -140],
          [158, -84],
        ],
        ink,
      ),
      rect([36, -110, 34, 30], ink, 'rx="12"'),
      circle([188, -50, 15], '#fff6cf'),
      polygon(
        [
          [176, -14],
          [232, 20],
          [150, 20],
        ],
        ink,
      ),
      ...[-96, -36].map((x) => circle([x, 0, 18], ink)),
      ...[36, 92, 148].map((x) => circle([x, -4, 26], ink) + circle([x, -4, 11], '#d6263c')),
      stroke('M36 -4H148', '#d6263c', 6),
    ],
    '',
  )
}

export function nightTrain(c: Canvas): void {
  c.add(full(c.linear(['#0a0f35', '#1c2a6b', '#3b4a9c', '#d97b6c'], [0, 0], [0, 620])))
  c.add(
    stars(c, 150, 420),
    glow(c, [760, 290, 460], '#ffeec2', 0.75),
    circle([760, 290, 190], '#fff4d4'),
  )
  c.add(
    ...(
      [
        [700, 240, 34],
        [810, 330, 46],
        [770, 210, 20],
        [860, 250, 24],
        [700, 360, 22],
      ] as const
    ).map(([x, y, r]) => circle([x, y, r], '#f2dfae', 'opacity="0.7"')),
  )
  c.add(ridge(c, [520, 100], '#2c3580', 0.6), ridge(c, [570, 70], '#1d2462', 0.8))
  c.add(
    cloud(
      c,
      [
        [890, 300],
        [300, 150],
      ],
      [26, 104, 52],
      '#f4e9f2',
    ),
  )
  c.add(
    rect([0, 486, WIDTH, 30], '#15183f'),
    ...times(11, (i) =>
      path(
        `M${i * 130 - 40} 516H${i * 130 + 90}V730H${i * 130 + 72}V600Q${i * 130 + 25} 520 ${i * 130 - 22} 600V730H${i * 130 - 40}Z`,
        '#15183f',
      ),
    ),
  )
  c.add(group([train(c)], 'transform="translate(760 464) scale(1.05)"'))
  c.add(
    polygon(
      [
        [958, 414],
        [1290, 330],
        [1290, 560],
      ],
      c.linear(['#fff6cf/0.8', '#fff6cf/0'], [958, 0], [1290, 0]),
    ),
  )
  const blue: Fold = { dark: '#3a0510', middle: '#7a0f22', light: '#b8243a' }
  c.add(
    curtain(c, [-10, 120], 3, blue),
    curtain(c, [1160, 1290], 3, blue),
    valance(c, [9, 74], blue, '#f2b632'),
  )
}
