import {
  type Box,
  type Canvas,
  circle,
  ellipse,
  full,
  group,
  n,
  path,
  rect,
  type Spot,
  stroke,
  times,
} from './canvas.ts'
import { halftone } from './pattern.ts'

function bubble([x, y, w, h]: Box, fill: string, tail: -1 | 1): string {
  const d = `M${x - w / 2 + 50} ${y - h / 2}H${x + w / 2 - 50}Q${x + w / 2} ${y - h / 2} ${x + w / 2} ${y - h / 2 + 50}V${y + h / 2 - 50}Q${x + w / 2} ${y + h / 2} ${x + w / 2 - 50} ${y + h / 2}H${x + tail * (w / 2 - 96)}L${x + tail * (w / 2 - 10)} ${y + h / 2 + 62}L${x + tail * (w / 2 - 56) - 90 * (tail + 1)} ${y + h / 2}H${x - w / 2 + 50}Q${x - w / 2} ${y + h / 2} ${x - w / 2} ${y + h / 2 - 50}V${y - h / 2 + 50}Q${x - w / 2} ${y - h / 2} ${x - w / 2 + 50} ${y - h / 2}Z`
  return path(d, '#0a1a4a', 'transform="translate(12 14)" opacity="0.3"') + path(d, fill)
}

function faceIn([x, y, s]: Spot, mood: 'grin' | 'wow' | 'smirk', ink: string): string {
  const mouth = {
    grin: path('M-58 14Q0 34 58 14Q46 92 0 94Q-46 92 -58 14Z', ink),
    wow: ellipse([0, 50, 28, 38], ink),
    smirk: stroke('M-46 46Q10 76 56 22', ink, 15),
  }[mood]
  const eyes =
    mood === 'grin'
      ? stroke('M-66 -26Q-42 -62 -18 -26M18 -26Q42 -62 66 -26', ink, 14)
      : circle([-42, -34, 15], ink) + circle([42, -34, 15], ink)
  return group([eyes, mouth], `transform="translate(${x} ${y}) scale(${s})"`)
}

function ringingPhone(c: Canvas): void {
  const keys = times(12, (i) =>
    rect([-86 + (i % 3) * 62, 80 + Math.floor(i / 3) * 50, 48, 36], '#f7efe0', 'rx="10"'),
  )
  c.add(
    group(
      [
        rect(
          [-124, -292, 248, 600],
          '#0b1030',
          'rx="44" transform="translate(16 20)" opacity="0.45"',
        ),
        rect(
          [-124, -292, 248, 600],
          c.linear(['#2a2f5c', '#12163a'], [-124, 0], [124, 0]),
          'rx="44"',
        ),
        rect(
          [-96, -250, 192, 236],
          c.linear(['#b8f5c9', '#4cd68a'], [0, -250], [0, -14]),
          'rx="16"',
        ),
        faceIn([0, -150, 1.05], 'grin', '#08351f'),
        rect([-50, 8, 100, 44], '#4cc9f0', 'rx="22"'),
        circle([-82, 30, 20], '#2ee6a6'),
        circle([82, 30, 20], '#ff4d6d'),
        ...keys,
        rect([-36, -276, 72, 9], '#05081f', 'rx="4"'),
      ],
      'transform="translate(640 380) rotate(-9) scale(1.05)"',
    ),
  )
}

export function speechBubbles(c: Canvas): void {
  c.add(full(c.linear(['#3a0ca3', '#4361ee', '#4cc9f0'], [0, 0], [1280, 720])))
  c.add(halftone([1120, 120, 460], '#ffffff22', 30), halftone([140, 640, 420], '#ffffff22', 30))
  c.add(bubble([270, 190, 350, 220], '#ff4d8d', -1), faceIn([270, 180, 1], 'wow', '#3d0528'))
  c.add(bubble([1000, 170, 380, 230], '#ffd23f', 1), faceIn([1000, 160, 1.05], 'grin', '#4a2a00'))
  c.add(bubble([230, 510, 300, 190], '#2ee6a6', -1), faceIn([230, 500, 0.9], 'smirk', '#04382a'))
  c.add(
    bubble([1060, 500, 310, 190], '#ff8c42', 1),
    ...times(3, (i) => circle([980 + i * 80, 500, 22], '#4a1a00')),
  )
  c.add(
    ...times(4, (i) =>
      stroke(
        `M${470 - i * 34} ${270 - i * 30}Q${420 - i * 50} 400 ${470 - i * 34} ${530 + i * 30}M${810 + i * 34} ${270 - i * 30}Q${860 + i * 50} 400 ${810 + i * 34} ${530 + i * 30}`,
        '#ffffff',
        12,
        `opacity="${n(0.8 - i * 0.2)}"`,
      ),
    ),
  )
  ringingPhone(c)
}
