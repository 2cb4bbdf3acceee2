import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  path,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { birds, cloud, dhow, glitter, glow, stars } from './nature.ts'

function bookHull(c: Canvas): void {
  c.add(
    path('M800 470L1010 250Q1000 400 900 480Z', '#e4572e'),
    path('M820 468L1000 280Q980 396 900 470Z', '#ff8a5c'),
  )
  c.add(
    path(
      'M250 520Q440 480 640 560Q840 480 1050 510L960 640Q800 610 640 660Q480 610 340 640Z',
      '#7a2c12',
    ),
  )
  c.add(
    path('M280 498L640 540V606L322 590Z', '#fff6e3'),
    path('M1018 490L640 540V606L968 588Z', '#f6dfba'),
  )
  c.add(
    ...times(5, (i) =>
      stroke(
        `M${288 + i * 9} ${512 + i * 16}Q460 ${500 + i * 17} 640 ${552 + i * 12}Q830 ${500 + i * 17} ${1008 - i * 10} ${506 + i * 16}`,
        '#b98a5a',
        2.4,
      ),
    ),
  )
  c.add(
    path(
      'M236 590Q330 570 420 590T620 592T820 592T1080 588L1120 730H200Z',
      '#0f7f8f',
      'opacity="0.6"',
    ),
  )
  c.add(
    ...times(5, (i) =>
      stroke(
        times(
          17,
          (j) =>
            `${j ? 'T' : 'M'}${j * 90 - 60 + i * 22} ${620 + i * 24}${j === 0 ? `q45 -16 90 0` : ''}`,
        ).join(''),
        '#d9fbf4',
        4,
        `opacity="${n(0.6 - i * 0.08)}"`,
      ),
    ),
  )
  c.add(birds(c, [330, 120], 7, '#0d5566'))
}

function bookBoat(c: Canvas): void {
  const sail = 'M410 430Q500 170 700 40Q800 250 790 470Q600 510 410 430Z'
  const ruled = times(14, (i) => {
    const t = i / 13
    return stroke(
      `M${n(686 - t * 220)} ${n(110 + t * 300)}Q${n(720 - t * 70)} ${n(130 + t * 318)} ${n(752 + t * 12)} ${n(134 + t * 300)}`,
      '#8a5a3a',
      5,
      `opacity="0.5" stroke-dasharray="${n(c.between(60, 160))} 14 ${n(c.between(20, 60))} 14"`,
    )
  })
  c.add(
    stroke('M640 620L684 36', '#4a2412', 13),
    path(sail, c.linear(['#fffaf0', '#ffe7c2', '#e9bf8a'], [420, 0], [800, 0])),
    group(ruled, c.clip(path(sail, '#fff'))),
    stroke('M398 438Q492 166 706 30', '#4a2412', 9),
  )
  bookHull(c)
}

export function dhowBooks(c: Canvas): void {
  c.add(full(c.linear(['#ffd8a8', '#ffe9c9', '#bfece4', '#6fd3cf'], [0, 0], [0, 470])))
  c.add(glow(c, [950, 180, 360], '#fff7dc', 1), circle([950, 180, 72], '#fffdf2'))
  c.add(
    cloud(
      c,
      [
        [90, 220],
        [420, 190],
      ],
      [28, 44, 24],
      '#fff7ea',
    ),
  )
  c.add(
    rect([0, 440, WIDTH, 290], c.linear(['#2bb7b3', '#0f7f8f', '#084a66'], [0, 440], [0, 720])),
    glitter(c, [950, 446, 260, 230], '#fff7dc'),
  )
  c.add(dhow([1120, 462, 0.5], '#0d5566', '#fff3dc'), dhow([160, 458, 0.36], '#0d5566', '#ffe2bd'))
  bookBoat(c)
}

function house(c: Canvas, [x, w, h]: [number, number, number], wall: string): string {
  const top = 470 - h
  const doors = times(Math.floor(w / 64), (i) => {
    const [dx, dy] = [x + 22 + i * 62, c.pick([top + 34, top + 60])]
    const lit = c.chance() < 0.65
    return (
      path(
        `M${dx} ${dy + 52}V${dy + 18}Q${dx + 15} ${dy - 12} ${dx + 30} ${dy + 18}V${dy + 52}Z`,
        lit ? '#ffbf5e' : '#140b30',
      ) +
      (h > 170
        ? path(
            `M${dx} ${dy + 132}V${dy + 98}Q${dx + 15} ${dy + 68} ${dx + 30} ${dy + 98}V${dy + 132}Z`,
            lit ? '#140b30' : '#ff9d45',
          )
        : '')
    )
  })
  return (
    rect([x, top, w, h + 4], wall) +
    times(Math.floor(w / 24), (i) => rect([x + 4 + i * 24, top - 12, 14, 14], wall)).join('') +
    doors.join('')
  )
}

function lantern(c: Canvas, x: number, y: number, s: number): string {
  return (
    glow(c, [x, y, 120 * s], '#ffb347', 0.85) +
    group(
      [
        stroke('M0 -64V-46', '#3b1d0a', 5),
        path('M-20 -44Q0 -66 20 -44L32 -22H-32Z', '#7a4412'),
        path(
          'M-32 -22H32Q44 12 24 44H-24Q-44 12 -32 -22Z',
          c.radial(['#fffbe0', '#ffd166', '#f08a24'], [0, 8], 52),
        ),
        stroke('M-14 -22Q-22 12 -11 44M14 -22Q22 12 11 44M-37 10H37', '#7a4412', 3.5),
        rect([-26, 42, 52, 10], '#7a4412', 'rx="4"'),
      ],
      `transform="translate(${n(x)} ${n(y)}) scale(${n(s)})"`,
    )
  )
}

export function lanterns(c: Canvas): void {
  c.add(full(c.linear(['#0a0b2e', '#1d1a5e', '#55308d', '#c2578a'], [0, 0], [0, 480])))
  c.add(
    stars(c, 130, 330),
    glow(c, [1050, 120, 170], '#fff3d0', 0.6),
    path('M1076 60A64 64 0 1 0 1118 160A52 52 0 1 1 1076 60Z', '#fff3d0'),
  )
  let x = -10
  while (x < WIDTH) {
    const w = c.between(120, 210)
    c.add(house(c, [x, w, c.between(110, 240)], c.pick(['#2a1b58', '#35216b', '#231650'])))
    x += w
  }
  c.add(rect([0, 470, WIDTH, 260], c.linear(['#5a3a86', '#241a5c', '#0a0b2e'], [0, 470], [0, 720])))
  c.add(dhow([900, 560, 1.15], '#0d0a26', '#3a2673'), dhow([240, 530, 0.62], '#0d0a26', '#2f2064'))
  const rows: [number, number, number][] = [
    ...times(9, (i): [number, number, number] => [70 + i * 146, 500 + (i % 3) * 10, 0.42]),
    ...times(6, (i): [number, number, number] => [120 + i * 220, 590 + (i % 2) * 24, 0.7]),
    [340, 270, 1.1],
    [620, 190, 1.5],
    [840, 300, 0.95],
    [150, 170, 0.8],
    [1110, 330, 0.8],
    [480, 420, 0.7],
  ]
  for (const [lx, ly, s] of rows) {
    if (ly > 480)
      c.add(ellipse([lx, ly + 60 * s + 26, 16 * s, 62 * s], '#ffb347', 'opacity="0.35"'))
    c.add(lantern(c, lx, ly, s))
  }
  c.add(glitter(c, [640, 500, 620, 200], '#ffc56e'))
}
