import {
  type Canvas,
  ellipse,
  full,
  group,
  onCircle,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { halftone, rays } from './pattern.ts'
import { beam } from './town.ts'

function microphone(c: Canvas): string {
  const mesh =
    times(9, (i) =>
      stroke(`M-78 ${-86 + i * 22}Q0 ${-66 + i * 22} 78 ${-86 + i * 22}`, '#5d6675', 4),
    ).join('') + times(8, (i) => stroke(`M${-70 + i * 20} -110V110`, '#5d6675', 3)).join('')
  const head = rect([-80, -120, 160, 232], '#fff', 'rx="78"')
  return group(
    [
      stroke('M0 150V470', '#20242e', 22),
      stroke('M-96 -20Q-110 150 0 152Q110 150 96 -20', '#c9ced8', 18),
      rect(
        [-80, -120, 160, 232],
        c.linear(['#5a6272', '#f4f6fa', '#8b94a5', '#3a404d'], [-80, 0], [80, 0]),
        'rx="78"',
      ),
      group([mesh], c.clip(head)),
      rect(
        [-86, -22, 172, 34],
        c.linear(['#8a4a08', '#ffe08a', '#c98a1c', '#7a4408'], [-86, 0], [86, 0]),
        'rx="8"',
      ),
      rect(
        [-80, -120, 160, 232],
        c.linear(['#000000/0', '#000000/0.45'], [-20, 0], [80, 60]),
        'rx="78"',
      ),
    ],
    'transform="translate(640 300) rotate(-8) scale(1.22)"',
  )
}

export function brickMic(c: Canvas): void {
  const bricks: string[] = [full('#3a120c')]
  for (let row = 0; row < 19; row++) {
    for (let col = -1; col < 15; col++) {
      bricks.push(
        rect(
          [col * 92 + (row % 2) * 46 + 3, row * 39 + 3, 86, 33],
          c.pick(['#a3402a', '#8f3423', '#b84e32', '#7a2b1d', '#993a28']),
          'rx="3"',
        ),
      )
    }
  }
  c.add(...bricks, full(c.radial(['#ffcf8a/0.5', '#5a1a10/0.15', '#120405/0.9'], [640, 320], 640)))
  c.add(
    beam(
      c,
      [
        [640, -260],
        [640, 700],
      ],
      400,
      ['#fff1c4', 0.5],
    ),
    ellipse([640, 690, 520, 56], '#ffe2a8', 'opacity="0.35"'),
    rect([0, 672, WIDTH, 50], '#1c0a08', 'opacity="0.7"'),
  )
  c.add(
    stroke('M230 700L262 470H378L410 700M250 590H390', '#1c0a08', 16),
    ellipse([320, 464, 84, 20], '#7a3a1c'),
    ellipse([320, 458, 84, 18], '#b5652f'),
    rect([300, 396, 40, 60], '#9fe0ea', 'rx="6" opacity="0.85"'),
    rect([300, 420, 40, 36], '#dff7fb', 'rx="6"'),
  )
  c.add(microphone(c))
  c.add(stroke('M620 700C720 640 900 720 1010 660S1180 700 1300 640', '#120405', 11))
}

function bursts(c: Canvas): void {
  const burst = (x: number, y: number, r: number, fill: string) =>
    polygon(
      times(22, (i) => onCircle(x, y, i % 2 ? r : r * 0.62, i / 22)),
      fill,
      'stroke="#2b0a12" stroke-width="8" stroke-linejoin="round"',
    )
  c.add(
    burst(190, 150, 118, '#17bebb'),
    burst(1110, 130, 96, '#f7efe0'),
    burst(1160, 560, 74, '#0f7a5a'),
  )
  c.add(
    ...[
      [560, 90],
      [680, 80],
      [800, 110],
    ].map(([x = 0, y = 0], i) =>
      path(
        `M${x} ${y}q-26 44 0 62q26 -18 0 -62Z`,
        '#17bebb',
        `stroke="#2b0a12" stroke-width="6" transform="rotate(${-24 + i * 24} ${x} ${y})"`,
      ),
    ),
  )
}

function openMouth(c: Canvas): void {
  const inside =
    'M270 344C400 262 530 290 640 300C750 290 880 262 1010 344C970 506 830 604 640 604C450 604 310 506 270 344Z'
  const teeth = times(9, (i) =>
    path(
      `M${300 + i * 76} 270H${376 + i * 76}V${366 + Math.sin((i / 8) * 3.14) * 34}Q${338 + i * 76} ${394 + Math.sin((i / 8) * 3.14) * 34} ${300 + i * 76} ${366 + Math.sin((i / 8) * 3.14) * 34}Z`,
      '#fffdf5',
      'stroke="#d9cbb8" stroke-width="4"',
    ),
  )
  const low = times(7, (i) =>
    rect([412 + i * 65, 566, 63, 60], '#f3ead9', 'rx="14" stroke="#d9cbb8" stroke-width="4"'),
  )
  c.add(
    group(
      [
        path(inside, '#3d0613'),
        ...low,
        ellipse([640, 590, 250, 112], '#ff6b8a'),
        stroke('M640 500V590', '#c93a5e', 8),
        ...teeth,
      ],
      c.clip(path(inside, '#fff')),
    ),
    stroke(inside, '#2b0a12', 9),
  )
  c.add(
    path('M330 270Q430 200 540 226Q430 232 350 300Z', '#ffffff', 'opacity="0.65"'),
    path('M430 640Q560 668 690 658Q560 646 450 612Z', '#ffffff', 'opacity="0.35"'),
  )
  bursts(c)
}

export function laugh(c: Canvas): void {
  c.add(
    full('#ffcb1f'),
    rays([640, 380], 22, '#ff9f1c'),
    halftone([120, 90, 330], '#e4572e'),
    halftone([1180, 640, 360], '#e4572e'),
  )
  const lips =
    'M200 330C330 150 520 170 640 230C760 170 950 150 1080 330C1040 560 860 680 640 680C420 680 240 560 200 330Z'
  c.add(
    path(lips, '#2b0a12', 'transform="translate(16 20)" opacity="0.35"'),
    path(
      lips,
      c.linear(['#ff4d6d', '#d3122b', '#8a0a22'], [0, 190], [0, 690]),
      'stroke="#2b0a12" stroke-width="11"',
    ),
  )
  openMouth(c)
}
