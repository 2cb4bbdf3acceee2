import {
  type Box,
  type Canvas,
  circle,
  ellipse,
  group,
  HEIGHT,
  lines,
  n,
  onCircle,
  type Point,
  path,
  polygon,
  rect,
  type Spot,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'

/** A disc with a glow around its edge. */
export function glow(c: Canvas, [x, y, r]: Spot, color: string, strength = 0.8): string {
  const paint = c.radial(
    [`${color}/${strength}`, `${color}/${strength * 0.28}`, `${color}/0`],
    [x, y],
    r,
  )
  return circle([x, y, r], paint)
}

export function stars(c: Canvas, count: number, bottom: number, color = '#ffffff'): string {
  return group(
    times(count, () =>
      circle(
        [c.between(0, WIDTH), c.between(0, bottom), c.between(0.8, 2.4)],
        color,
        `opacity="${n(c.between(0.3, 1))}"`,
      ),
    ),
    '',
  )
}

/** A ridge across the whole width, from `y` down to the bottom. */
export function ridge(c: Canvas, [y, height]: [number, number], fill: string, rough = 1): string {
  const waves = times(5, (index) => ({
    length: (WIDTH / (0.7 + index * 1.3 * rough)) * c.between(0.8, 1.2),
    shift: c.between(0, 7),
    height: height / (1 + index * 1.2),
  }))
  const points = times(81, (index): Point => {
    const x = (index / 80) * WIDTH
    const rise = waves.reduce(
      (sum, wave) => sum + Math.sin((x / wave.length) * 6.283 + wave.shift) * wave.height,
      0,
    )
    return [x, y - rise / 2]
  })
  return polygon([[0, HEIGHT], ...points, [WIDTH, HEIGHT]], fill)
}

/** Mount Kenya's two rock peaks with snow. */
export function mountKenya([x, base, s]: Spot, rock: string, snow: string): string {
  const at = (dx: number, dy: number): Point => [x + dx * s, base - dy * s]
  const outline = [
    at(-420, 0),
    at(-260, 90),
    at(-190, 118),
    at(-130, 190),
    at(-96, 196),
    at(-62, 262),
    at(-40, 248),
    at(-12, 318),
    at(8, 284),
    at(24, 312),
    at(52, 240),
    at(80, 232),
    at(120, 170),
    at(190, 128),
    at(270, 84),
    at(430, 0),
  ]
  const snowfield = [
    at(-62, 262),
    at(-40, 248),
    at(-12, 318),
    at(8, 284),
    at(24, 312),
    at(52, 240),
    at(40, 214),
    at(26, 240),
    at(12, 200),
    at(-8, 246),
    at(-26, 206),
    at(-44, 226),
    at(-72, 196),
    at(-82, 222),
  ]
  return polygon(outline, rock) + polygon(snowfield, snow)
}

/** An umbrella acacia that stands on (x, y). */
export function acacia(c: Canvas, [x, y, s]: Spot, fill: string): string {
  const at = (dx: number, dy: number): string => `${n(x + dx * s)} ${n(y + dy * s)}`
  const wood = [
    stroke(`M${at(0, 6)}C${at(4, -50)} ${at(-10, -80)} ${at(8, -128)}`, fill, 13 * s),
    stroke(`M${at(0, -70)}C${at(-30, -100)} ${at(-60, -110)} ${at(-84, -142)}`, fill, 6 * s),
    stroke(`M${at(2, -84)}C${at(36, -108)} ${at(60, -116)} ${at(90, -150)}`, fill, 6 * s),
    stroke(`M${at(6, -110)}C${at(0, -126)} ${at(-24, -140)} ${at(-30, -156)}`, fill, 4 * s),
  ]
  const crown = times(26, (index) => {
    const along = (index / 25) * 2 - 1
    const lift = (1 - along * along) * 30
    return ellipse(
      [
        x + along * 142 * s + c.between(-6, 6) * s,
        y - (146 + lift * c.between(0.2, 1)) * s,
        c.between(24, 40) * s,
        c.between(8, 15) * s,
      ],
      fill,
    )
  })
  return group([...wood, ...crown], '')
}

export function palm(c: Canvas, [x, y, s]: Spot, fill: string, lean = 0.2): string {
  const top: Point = [x + 190 * s * lean, y - 230 * s]
  const trunk = stroke(
    `M${n(x)} ${n(y)}Q${n(x + 20 * s * lean)} ${n(y - 130 * s)} ${n(top[0])} ${n(top[1])}`,
    fill,
    10 * s,
  )
  const leaves = times(9, (index) => {
    const turn = -0.5 + ((index - 4) / 8) * 0.62 - 0.25 + 0.5
    const [tipX, tipY] = onCircle(top[0], top[1], c.between(92, 116) * s, turn - 0.25)
    const droop = tipY + Math.abs(index - 4) * 17 * s
    const bendX = (top[0] + tipX) / 2
    const bendY = Math.min(top[1], droop) - 26 * s
    return path(
      `M${n(top[0])} ${n(top[1])}Q${n(bendX)} ${n(bendY)} ${n(tipX)} ${n(droop)}Q${n(bendX)} ${n(bendY + 30 * s)} ${n(top[0])} ${n(top[1])}Z`,
      fill,
    )
  })
  return group([trunk, ...leaves], '')
}

/** Light lying on water in short strokes below (x, y). */
export function glitter(c: Canvas, [x, y, width, depth]: Box, color: string): string {
  return group(
    times(46, (index) => {
      const down = index / 46
      const reach = width * (0.35 + down)
      const at = x + c.between(-1, 1) * reach * 0.5
      const long = c.between(14, 70) * (0.4 + down)
      return rect(
        [at - long / 2, y + down * depth, long, 1.5 + down * 4],
        color,
        `rx="2" opacity="${n(c.between(0.25, 0.95))}"`,
      )
    }),
    '',
  )
}

export function birds(c: Canvas, [x, y]: Point, count: number, color: string): string {
  const flock = times(count, () => {
    const s = c.between(6, 15)
    const [bx, by] = [x + c.between(-130, 130), y + c.between(-50, 50)]
    return `M${n(bx - s)} ${n(by - s * 0.4)}Q${n(bx - s * 0.4)} ${n(by - s * 0.6)} ${n(bx)} ${n(by)}Q${n(bx + s * 0.4)} ${n(by - s * 0.6)} ${n(bx + s)} ${n(by - s * 0.4)}`
  })
  return stroke(flock.join(''), color, 2.6)
}

/** Soft clouds of dust, smoke or steam along a line. */
export function cloud(
  c: Canvas,
  [from, to]: [Point, Point],
  [small, large, count]: [small: number, large: number, count: number],
  color: string,
): string {
  const paint = c.soft(color)
  return group(
    times(count, (index) => {
      const along = index / (count - 1)
      const r = small + (large - small) * along
      const x = from[0] + (to[0] - from[0]) * along + c.between(-0.7, 0.7) * r
      const y = from[1] + (to[1] - from[1]) * along + c.between(-0.7, 0.7) * r
      return circle([x, y, r * c.between(0.8, 1.4)], paint, `opacity="${n(c.between(0.35, 0.85))}"`)
    }),
    '',
  )
}

/** A dhow with a single slanted sail. `y` is the water line. */
export function dhow([x, y, s]: Spot, hull: string, sail: string): string {
  const at = (dx: number, dy: number): string => `${n(x + dx * s)} ${n(y + dy * s)}`
  return group(
    [
      path(
        `M${at(-110, -24)}Q${at(-40, -6)} ${at(120, -34)}Q${at(90, 14)} ${at(40, 16)}L${at(-60, 16)}Q${at(-96, 8)} ${at(-110, -24)}Z`,
        hull,
      ),
      stroke(
        lines([
          [x + 8 * s, y - 12 * s],
          [x + 22 * s, y - 190 * s],
        ]),
        hull,
        5 * s,
      ),
      path(
        `M${at(-92, -52)}Q${at(-40, -170)} ${at(72, -262)}Q${at(98, -130)} ${at(84, -40)}Q${at(0, -30)} ${at(-92, -52)}Z`,
        sail,
      ),
      stroke(`M${at(-98, -48)}Q${at(-44, -172)} ${at(76, -268)}`, hull, 4 * s),
    ],
    '',
  )
}
