import { ballSeams } from './ball.ts'
import {
  type Canvas,
  circle,
  group,
  HEIGHT,
  lines,
  type Point,
  polygon,
  rect,
  type Spot,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'
import { glow } from './nature.ts'

/** A pitch with mown stripes that run to a vanishing point. */
export function pitch(
  c: Canvas,
  [horizon, stripes]: [number, number],
  light: string,
  dark: string,
): string {
  const vanish: Point = [WIDTH / 2, horizon - 260]
  const at = (x: number): Point => {
    const t = (horizon - vanish[1]) / (HEIGHT - vanish[1])
    return [vanish[0] + (x - vanish[0]) * t, horizon]
  }
  const reach = 2600
  const w = (2 * reach) / stripes
  const shade = c.linear(['#001a0b/0.55', '#001a0b/0', '#001a0b/0.3'], [0, horizon], [0, HEIGHT])
  return group(
    [
      rect([0, horizon, WIDTH, HEIGHT - horizon], dark),
      ...times(Math.ceil(stripes / 2), (index) => {
        const x = WIDTH / 2 - reach + index * 2 * w
        return polygon([at(x), at(x + w), [x + w, HEIGHT], [x, HEIGHT]], light)
      }),
      rect([0, horizon, WIDTH, HEIGHT - horizon], shade),
    ],
    '',
  )
}

export function football(c: Canvas, [x, y, r]: Spot, tilt: number): string {
  const seams = ballSeams(x, y, r, tilt)
  const shade = c.radial(
    ['#ffffff/0', '#0a1030/0.1', '#0a1030/0.78'],
    [x - r * 0.35, y - r * 0.4],
    r * 1.5,
  )
  return group(
    [
      circle([x, y, r], '#f7f4ec'),
      ...seams.panels.map((panel) => polygon(panel, '#17171c')),
      ...seams.edges.map((edge) => stroke(lines(edge), '#4a4a55', r * 0.022)),
      circle([x, y, r], shade),
    ],
    c.clip(circle([x, y, r], '#fff')),
  )
}

export function floodlight(c: Canvas, [x, y, s]: Spot, lean: number): string {
  const lamps = times(12, (index) =>
    circle(
      [x + ((index % 4) - 1.5) * 24 * s, y + (Math.floor(index / 4) - 1) * 22 * s, 8.5 * s],
      '#fffbe6',
    ),
  )
  return group(
    [
      stroke(
        lines([
          [x, y],
          [x - lean, 420],
        ]),
        '#0b1a2c',
        9 * s,
      ),
      rect([x - 52 * s, y - 38 * s, 104 * s, 76 * s], '#0b1a2c', 'rx="6"'),
      ...lamps,
      glow(c, [x, y, 210 * s], '#fff3c4', 0.75),
    ],
    '',
  )
}
