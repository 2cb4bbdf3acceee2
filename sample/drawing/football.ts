import {
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  lines,
  n,
  type Point,
  path,
  rect,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glitter, glow, palm, ridge } from './nature.ts'
import { rays } from './pattern.ts'
import { floodlight, football, pitch } from './pitch.ts'
import { beam, terrace } from './town.ts'

function footballMatch(c: Canvas): void {
  c.add(pitch(c, [432, 26], '#1f9a4c', '#14803c'))
  c.add(
    stroke(
      'M0 470H1280M300 470L180 640H1100L980 470M470 470L420 540H860L810 470',
      '#f2fff4',
      5,
      'opacity="0.85"',
    ),
  )
  c.add(floodlight(c, [150, 96, 1], -20), floodlight(c, [1130, 96, 1], 20))
  c.add(
    beam(
      c,
      [
        [150, 96],
        [700, 700],
      ],
      260,
      ['#fff6cf', 0.34],
    ),
    beam(
      c,
      [
        [1130, 96],
        [560, 700],
      ],
      260,
      ['#fff6cf', 0.34],
    ),
  )
  c.add(ellipse([650, 664, 190, 26], '#02180b', 'opacity="0.55"'))
  c.add(
    group(
      times(7, (i) =>
        stroke(
          `M${80 + i * 22} ${690 - i * 34}Q${300} ${640 - i * 22} 560 ${560 - i * 26}`,
          '#fff6cf',
          3 + (i % 3) * 3,
          `opacity="${n(0.1 + 0.05 * (i % 4))}"`,
        ),
      ),
      '',
    ),
  )
  c.add(football(c, [660, 470, 178], 0.35))
  c.add(
    group(
      times(40, () =>
        circle(
          [c.between(300, 1000), c.between(560, 716), c.between(2, 6)],
          c.pick(['#2fbf62', '#0f6a32', '#e8ffe9']),
        ),
      ),
      'opacity="0.8"',
    ),
  )
}

export function footballNight(c: Canvas): void {
  c.add(full(c.linear(['#061026', '#0d2f52', '#1d6a72', '#1d6a72'])))
  c.add(rays([640, 260], 18, '#ffffff', 'opacity="0.035"'))
  c.add(path(`M0 190Q640 300 1280 190V440H0Z`, '#0a1c30'))
  const fans = terrace(
    c,
    [205, 424],
    ['#b3122b', '#d8203a', '#0f7a3d', '#12924a', '#f4efe2', '#16161a', '#e9b949'],
  )
  c.add(group([fans], c.clip(path('M0 208Q640 318 1280 208V430H0Z', '#fff'))))
  c.add(path('M0 150Q640 262 1280 150V206Q640 316 0 206Z', '#08152a'))
  c.add(
    rect(
      [0, 200, WIDTH, 230],
      c.linear(['#061026/0.75', '#061026/0.1', '#061026/0.5'], [0, 190], [0, 430]),
    ),
  )
  c.add(
    rect([0, 404, WIDTH, 30], '#f4efe2'),
    ...times(16, (i) =>
      rect([i * 80, 404, 80, 30], ['#111114', '#b3122b', '#0f7a3d', '#b3122b'][i % 4]!),
    ),
  )
  footballMatch(c)
}

export function footballDay(c: Canvas): void {
  c.add(full(c.linear(['#0fb5c9', '#7fd8cf', '#ffe7a3', '#ffc15a'], [0, 0], [0, 430])))
  c.add(glow(c, [930, 190, 420], '#fff4c2', 0.95), circle([930, 190, 78], '#fffbe8'))
  c.add(ridge(c, [330, 60], '#5aa6a0'), ridge(c, [362, 44], '#2f7f82'))
  c.add(
    rect([0, 376, WIDTH, 70], c.linear(['#2aa3b8', '#127a94'], [0, 376], [0, 446])),
    glitter(c, [930, 380, 300, 62], '#fff6d0'),
  )
  c.add(
    palm(c, [120, 440, 1.1], '#0d4f4a', 0.4),
    palm(c, [210, 444, 0.8], '#0d4f4a', -0.3),
    palm(c, [1190, 440, 1], '#0d4f4a', -0.35),
  )
  c.add(pitch(c, [440, 22], '#58c04c', '#3ba63f'))
  c.add(stroke('M0 500H1280', '#ffffff', 6, 'opacity="0.9"'))
  const mesh: string[] = []
  const bulge = (x: number, y: number): Point => {
    const [dx, dy] = [x - 400, y - 250]
    const pull = 92 * Math.exp(-(dx * dx + dy * dy) / 26_000)
    return [x + dx * 0.0036 * pull, y + dy * 0.0036 * pull + pull * 0.18]
  }
  for (let x = 160; x <= 1120; x += 30) mesh.push(lines(times(31, (i) => bulge(x, 110 + i * 18))))
  for (let y = 110; y <= 660; y += 30) mesh.push(lines(times(49, (i) => bulge(160 + i * 20, y))))
  c.add(football(c, [400, 262, 112], 0.1))
  c.add(stroke(mesh.join(''), '#ffffff', 2.4, 'opacity="0.72"'))
  c.add(stroke('M142 700V94H1138V700', '#07343a', 30, 'opacity="0.25" transform="translate(9 9)"'))
  c.add(stroke('M142 700V94H1138V700', '#ffffff', 26), stroke('M136 700V88H1138', '#dfe9ea', 6))
  c.add(
    group(
      times(60, () =>
        rect(
          [c.between(0, WIDTH), c.between(0, 700), 9, 15],
          c.pick(['#e4572e', '#ffffff', '#17bebb', '#ffc914', '#2e282a']),
          `transform="rotate(${n(c.between(-40, 40))} 640 360)"`,
        ),
      ),
      'opacity="0.92"',
    ),
  )
}
