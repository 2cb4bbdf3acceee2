import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  lines,
  path,
  polygon,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glow } from './nature.ts'

function hangingBulb(c: Canvas): void {
  c.add(glow(c, [640, 400, 470], '#ffcf5e', 0.9), stroke('M640 -10V170', '#02060f', 14))
  c.add(
    path(
      'M640 220C820 220 870 420 762 520C722 560 716 590 714 620H566C564 590 558 560 518 520C410 420 460 220 640 220Z',
      c.radial(['#fffbe0/0.95', '#ffd35c/0.72', '#e0801c/0.5'], [640, 410], 240),
      'stroke="#fff1b8" stroke-width="5" transform="rotate(180 640 400)"',
    ),
  )
  c.add(
    group(
      [
        rect([574, 160, 132, 30], '#8d97ab'),
        rect([580, 190, 120, 22], '#5d677d'),
        rect([574, 134, 132, 30], '#6f7a91'),
        rect([600, 112, 80, 26], '#3a4358'),
      ],
      '',
    ),
  )
  c.add(
    stroke('M600 212L596 380M680 212L684 380', '#7a4a10', 5),
    stroke('M596 380Q606 330 618 380T640 380T662 380T684 380', '#ffffff', 8),
    glow(c, [640, 376, 120], '#ffffff', 0.95),
  )
  c.add(path('M546 330Q560 280 600 262Q566 310 562 372Z', '#ffffff', 'opacity="0.6"'))
  c.add(rect([0, 676, WIDTH, 50], '#02060f'))
}

export function bulb(c: Canvas): void {
  c.add(full(c.linear(['#050b1c', '#0d1b3e', '#13294f'])))
  const flats: string[] = []
  for (let row = 0; row < 5; row++) {
    for (let col = 0; col < 10; col++) {
      const [x, y] = [20 + col * 126, 26 + row * 142]
      const lit = (row === 2 && col === 1) || (row === 3 && col === 8) || (row === 1 && col === 8)
      flats.push(
        rect(
          [x, y, 98, 112],
          lit ? '#e88a2a' : '#0a142f',
          'rx="4" stroke="#1c3263" stroke-width="4"',
        ),
      )
      if (lit)
        flats.push(
          glow(c, [x + 49, y + 60, 120], '#ffb14d', 0.7),
          circle([x + 40, y + 66, 17], '#1c0f1c'),
          path(`M${x + 8} ${y + 112}Q${x + 40} ${y + 72} ${x + 74} ${y + 112}Z`, '#1c0f1c'),
        )
      flats.push(stroke(`M${x + 49} ${y}V${y + 112}M${x} ${y + 56}H${x + 98}`, '#1c3263', 3))
    }
  }
  c.add(
    group(flats, 'opacity="0.9"'),
    full(c.radial(['#050b1c/0.15', '#050b1c/0.75'], [640, 400], 640)),
  )
  hangingBulb(c)
}

function rowsOfSeats(c: Canvas): void {
  for (let row = 0; row < 3; row++) {
    const y = 622 + row * 40
    c.add(
      ...times(17, (i) =>
        path(
          `M${i * 84 - 40 + (row % 2) * 42} 740V${y + 26}q0 -34 34 -34t34 34V740Z`,
          ['#5a0f1c', '#420a14', '#2a060d'][row]!,
        ),
      ),
    )
  }
}

function ghostLamp(c: Canvas): void {
  c.add(
    ellipse([640, 560, 430, 66], '#ffe9a8', 'opacity="0.4"'),
    glow(c, [640, 220, 480], '#fff0b8', 0.95),
  )
  c.add(
    stroke('M640 560V250', '#0a0f0e', 12),
    path('M560 572Q640 536 720 572Z', '#0a0f0e'),
    stroke('M612 256H668M600 256V190Q640 110 680 190V256M640 130V256M600 210H680', '#0a0f0e', 5),
    circle([640, 210, 34], '#fffdf0'),
  )
  c.add(
    stroke(
      'M860 590V486M972 590V486M884 560V486M948 560V486M872 486L884 350M960 486L948 350M884 380H948M880 420H952',
      '#1a0d06',
      10,
    ),
    polygon(
      [
        [846, 474],
        [986, 474],
        [972, 496],
        [860, 496],
      ],
      '#3d1f0e',
    ),
    polygon(
      [
        [884, 462],
        [946, 456],
        [956, 472],
        [892, 478],
      ],
      '#f7efe0',
    ),
    polygon(
      [
        [952, 596],
        [1010, 590],
        [1020, 604],
        [960, 610],
      ],
      '#f7efe0',
      'opacity="0.85"',
    ),
  )
  rowsOfSeats(c)
}

export function ghostLight(c: Canvas): void {
  c.add(full(c.linear(['#06231f', '#0d3f38', '#0a2a26'])))
  c.add(...times(9, (i) => rect([i * 150 - 20, 0, 90, 470], i % 2 ? '#0b332d' : '#0f4a41')))
  c.add(
    ...times(
      5,
      (i) =>
        stroke(
          lines([
            [110 + i * 270, -5],
            [110 + i * 270, c.between(120, 330)],
          ]),
          '#c9a15a',
          4,
        ) + rect([96 + i * 270, c.between(120, 300), 28, 44], '#7a5a24', 'rx="5"'),
    ),
  )
  c.add(
    polygon(
      [
        [0, 470],
        [WIDTH, 470],
        [WIDTH, 640],
        [0, 640],
      ],
      c.linear(['#7a4a24', '#3d2210'], [0, 470], [0, 640]),
    ),
  )
  c.add(
    ...times(14, (i) =>
      stroke(
        lines([
          [640 + (i - 6.5) * 70, 470],
          [640 + (i - 6.5) * 170, 640],
        ]),
        '#2a160a',
        3,
      ),
    ),
  )
  ghostLamp(c)
}
