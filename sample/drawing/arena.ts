import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  type Point,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { birds, glitter, glow, palm } from './nature.ts'
import { rays } from './pattern.ts'
import { pitch } from './pitch.ts'
import { beam, terrace } from './town.ts'

function flyingBasketball(c: Canvas): void {
  const [x, y, r] = [838, 210, 132]
  c.add(
    group(
      times(9, (i) =>
        stroke(
          `M${1270 - i * 8} ${40 + i * 46}Q1100 ${20 + i * 34} ${x + 40} ${y - 80 + i * 20}`,
          '#ffb37a',
          4 + (i % 3) * 4,
          'opacity="0.2"',
        ),
      ),
      '',
    ),
  )
  const seams = stroke(
    `M${x - r} ${y}Q${x} ${y + 46} ${x + r} ${y}M${x - 30} ${y - r}Q${x + 50} ${y} ${x - 10} ${y + r}M${x - 112} ${y - 96}Q${x - 20} ${y} ${x - 96} ${y + 108}M${x + 96} ${y - 108}Q${x + 30} ${y} ${x + 112} ${y + 96}`,
    '#3a1206',
    7,
  )
  c.add(
    group(
      [
        circle([x, y, r], c.radial(['#ffb25e', '#f0701c', '#8f2a06'], [x - 40, y - 52], r * 1.5)),
        seams,
      ],
      c.clip(circle([x, y, r], '#fff')),
    ),
  )
}

function hoop(c: Canvas): void {
  c.add(
    polygon(
      [
        [420, 60],
        [900, 90],
        [900, 392],
        [420, 400],
      ],
      '#f8f2ff',
      'opacity="0.16" stroke="#f8f2ff" stroke-width="12"',
    ),
  )
  c.add(
    polygon(
      [
        [562, 220],
        [758, 226],
        [758, 366],
        [562, 370],
      ],
      'none',
      'stroke="#ff5a36" stroke-width="11"',
    ),
  )
  c.add(ellipse([660, 402, 128, 34], 'none', 'stroke="#a3260f" stroke-width="14"'))
  const net: string[] = []
  for (const side of [-1, 1]) {
    for (let i = 0; i < 11; i++) {
      const t = i / 10
      const top: Point = [660 - 126 + t * 252, 404 + Math.sin(t * Math.PI) * 32]
      const shift = side * 0.22
      const low: Point = [660 + (t - 0.5 + shift) * 150, 574 + Math.sin(t * Math.PI) * 20]
      net.push(
        `M${n(top[0])} ${n(top[1])}Q${n((top[0] + low[0]) / 2 + side * 4)} ${n(480)} ${n(low[0])} ${n(low[1])}`,
      )
    }
  }
  c.add(stroke(net.join(''), '#ffffff', 4.5, 'opacity="0.9"'))
  c.add(path('M532 402A128 34 0 0 0 788 402', 'none', 'stroke="#ff5a36" stroke-width="16"'))
  flyingBasketball(c)
}

export function basketball(c: Canvas): void {
  c.add(full(c.radial(['#7b2ff7', '#3c1173', '#150530'], [640, 300], 820)))
  c.add(rays([640, 250], 22, '#ff8a3d', 'opacity="0.13"'))
  c.add(
    beam(
      c,
      [
        [180, -40],
        [560, 640],
      ],
      240,
      ['#ff9cf0', 0.4],
    ),
    beam(
      c,
      [
        [1100, -40],
        [720, 640],
      ],
      240,
      ['#7ee8ff', 0.4],
    ),
  )
  c.add(terrace(c, [560, 730], ['#240a4a', '#3a1670', '#5b2aa0', '#ff8a3d', '#1a0638'], 22))
  c.add(rect([0, 540, WIDTH, 180], c.linear(['#150530', '#150530/0.2'], [0, 540], [0, 720])))
  hoop(c)
}

export function rugby(c: Canvas): void {
  c.add(full(c.linear(['#2b1055', '#a12a6e', '#ff6b4a', '#ffc26b'], [0, 0], [0, 460])))
  c.add(glow(c, [640, 400, 460], '#ffe3a0', 0.9), circle([640, 392, 112], '#fff0c0'))
  c.add(
    rect([0, 404, WIDTH, 60], c.linear(['#e0644f', '#7a2a63'], [0, 404], [0, 464])),
    glitter(c, [640, 408, 280, 50], '#ffe9b8'),
  )
  c.add(
    ...[
      [70, 1.15, 0.3],
      [180, 0.8, -0.2],
      [1080, 0.85, 0.3],
      [1216, 1.25, -0.3],
    ].map(([x = 0, s = 1, lean = 0]) => palm(c, [x, 470, s], '#3a0f3f', lean)),
  )
  c.add(pitch(c, [456, 20], '#1c7a5a', '#14664d'))
  c.add(stroke('M0 520H1280M120 620H1160', '#fff3dd', 5, 'opacity="0.7" stroke-dasharray="46 30"'))
  c.add(
    stroke(
      'M470 590V40M810 590V40M470 330H810',
      '#2b1055',
      22,
      'opacity="0.35" transform="translate(8 6)"',
    ),
  )
  c.add(
    stroke('M470 590V40M810 590V40M470 330H810', '#fff8ea', 18),
    stroke('M470 590V480M810 590V480', '#ffb703', 30),
  )
  c.add(
    stroke(
      'M180 700C330 420 430 260 606 196',
      '#fff3dd',
      7,
      'stroke-dasharray="2 24" opacity="0.9"',
    ),
  )
  c.add(
    group(
      [
        ellipse([0, 0, 118, 74], c.radial(['#ffffff', '#f3e6d0', '#8d6a86'], [-30, -30], 165)),
        path(
          'M-118 0Q-96 -40 -62 -63Q-36 0 -62 63Q-96 40 -118 0ZM118 0Q96 -40 62 -63Q36 0 62 63Q96 40 118 0Z',
          '#14664d',
        ),
        path(
          'M-62 -63Q-36 0 -62 63L-40 70Q-12 0 -40 -70ZM62 -63Q36 0 62 63L40 70Q12 0 40 -70Z',
          '#ffb703',
        ),
        stroke('M-116 -6Q0 -34 116 -6', '#5b3a55', 3),
        ellipse(
          [0, 0, 118, 74],
          c.radial(['#2b1055/0', '#2b1055/0', '#2b1055/0.6'], [-24, -30], 150),
        ),
      ],
      'transform="translate(672 178) rotate(-28)"',
    ),
  )
  c.add(birds(c, [250, 140], 7, '#2b1055'))
}
