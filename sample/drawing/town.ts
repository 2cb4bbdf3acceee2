import {
  type Canvas,
  circle,
  ellipse,
  group,
  HEIGHT,
  lines,
  n,
  type Point,
  path,
  polygon,
  rect,
  type Spot,
  stroke,
  times,
  WIDTH,
} from './canvas.ts'

/**
 * The Kenyatta International Convention Centre: the round tower with its brim, and the lily-shaped
 * hall next to the tower.
 */
export function kicc([x, base, s]: Spot, fill: string, lit: string): string {
  const w = 62 * s
  const h = 330 * s
  const floors = times(17, (index) =>
    rect(
      [x - w / 2 + 4 * s, base - h + (24 + index * 17.4) * s, w - 8 * s, 6.4 * s],
      lit,
      'opacity="0.75"',
    ),
  )
  const top = base - h
  return group(
    [
      rect([x - w / 2, top, w, h], fill),
      ...floors,
      polygon(
        [
          [x - 24 * s, top - 22 * s],
          [x + 24 * s, top - 22 * s],
          [x + 50 * s, top + 6 * s],
          [x - 50 * s, top + 6 * s],
        ],
        fill,
      ),
      rect([x - 20 * s, top - 36 * s, 40 * s, 16 * s], fill),
      stroke(
        lines([
          [x, top - 36 * s],
          [x, top - 76 * s],
        ]),
        fill,
        3 * s,
      ),
      polygon(
        [
          [x + 48 * s, base],
          [x + 60 * s, base - 58 * s],
          [x + 84 * s, base - 92 * s],
          [x + 108 * s, base - 58 * s],
          [x + 122 * s, base],
        ],
        fill,
      ),
    ],
    '',
  )
}

/** City blocks across the whole width. Some windows are lit. */
export function skyline(
  c: Canvas,
  [base, height]: [number, number],
  fill: string,
  lit: string,
): string {
  const blocks: string[] = []
  for (let x = -20; x < WIDTH; ) {
    const w = c.between(38, 92)
    const h = height * c.between(0.35, 1)
    blocks.push(rect([x, base - h, w + 1, h + 4], fill))
    if (c.chance() < 0.3)
      blocks.push(rect([x + w / 2 - 2, base - h - height * 0.16, 3, height * 0.18], fill))
    for (let wy = base - h + 10; wy < base - 12; wy += 15) {
      for (let wx = x + 7; wx < x + w - 10; wx += 13) {
        if (c.chance() < 0.3)
          blocks.push(rect([wx, wy, 6, 8], lit, `opacity="${n(c.between(0.35, 0.95))}"`))
      }
    }
    x += w
  }
  return group(blocks, '')
}

/** Heads and shoulders of people seen from behind, some with arms in the air. */
export function crowd(c: Canvas, [y, size]: [number, number], fill: string, arms = 0.4): string {
  const people: string[] = []
  for (let x = -size; x < WIDTH + size; x += size * c.between(1.15, 1.7)) {
    const s = size * c.between(0.85, 1.15)
    const top = y + c.between(-0.35, 0.35) * size
    people.push(circle([x, top, s * 0.42], fill))
    people.push(
      path(
        `M${n(x - s * 0.85)} ${HEIGHT + 9}Q${n(x - s * 0.85)} ${n(top + s * 0.55)} ${n(x)} ${n(top + s * 0.5)}Q${n(x + s * 0.85)} ${n(top + s * 0.55)} ${n(x + s * 0.85)} ${HEIGHT + 9}Z`,
        fill,
      ),
    )
    for (const side of [-1, 1]) {
      if (c.chance() > arms) continue
      const hand: Point = [x + side * s * c.between(0.5, 1.1), top - s * c.between(0.9, 1.7)]
      people.push(
        stroke(
          `M${n(x + side * s * 0.6)} ${n(top + s * 0.8)}Q${n(x + side * s * 0.95)} ${n(top)} ${n(hand[0])} ${n(hand[1])}`,
          fill,
          s * 0.22,
        ),
      )
      people.push(circle([hand[0], hand[1], s * 0.15], fill))
    }
  }
  return group(people, '')
}

/** A stand full of people, drawn as coloured points between two heights. */
export function terrace(
  c: Canvas,
  [top, bottom]: [number, number],
  colors: string[],
  step = 13,
): string {
  const people: string[] = []
  for (let y = top; y < bottom; y += step * 0.82) {
    for (let x = -4; x < WIDTH + 6; x += step) {
      if (c.chance() < 0.1) continue
      people.push(
        circle(
          [x + c.between(-3, 3), y + c.between(-2, 2), step * c.between(0.26, 0.4)],
          c.pick(colors),
        ),
      )
    }
  }
  return group(people, '')
}

/** A cone of light from a lamp. */
export function beam(
  c: Canvas,
  [from, to]: [Point, Point],
  spread: number,
  [color, strength = 0.55]: [string, number],
): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const long = Math.hypot(dx, dy)
  const side: Point = [(-dy / long) * spread, (dx / long) * spread]
  const paint = c.linear([`${color}/${strength}`, `${color}/0`], from, to)
  return polygon(
    [
      [from[0] - side[0] * 0.06, from[1] - side[1] * 0.06],
      [from[0] + side[0] * 0.06, from[1] + side[1] * 0.06],
      [to[0] + side[0], to[1] + side[1]],
      [to[0] - side[0], to[1] - side[1]],
    ],
    paint,
  )
}

/** Triangles on a slack string between two points. */
export function bunting(
  [from, to]: [Point, Point],
  sag: number,
  colors: string[],
  size = 34,
): string {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1])
  const count = Math.round(long / (size * 1.35))
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + 4 * sag * t * (1 - t),
  ]
  const flags = times(count, (index) => {
    const a = at((index + 0.12) / count)
    const b = at((index + 0.88) / count)
    return polygon(
      [a, b, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + size * 1.15]],
      colors[index % colors.length]!,
    )
  })
  return group([stroke(lines(times(25, (index) => at(index / 24))), '#2b1a12', 2.5), ...flags], '')
}

export type Fold = { dark: string; middle: string; light: string }

/** A hanging curtain between two edges, with folds. */
export function curtain(
  c: Canvas,
  [left, right]: [number, number],
  folds: number,
  colors: Fold,
): string {
  const w = (right - left) / folds
  return group(
    times(folds, (index) => {
      const x = left + index * w
      const paint = c.linear(
        [colors.dark, colors.middle, colors.light, colors.middle, colors.dark],
        [x, 0],
        [x + w, 0],
      )
      return path(
        `M${n(x)} 0H${n(x + w + 0.7)}V${n(HEIGHT - 8)}Q${n(x + w / 2)} ${n(HEIGHT + 14)} ${n(x)} ${n(HEIGHT - 8)}Z`,
        paint,
      )
    }),
    '',
  )
}

/** Scallops that hang from the top edge, with a gold hem. */
export function valance(
  c: Canvas,
  [count, depth]: [number, number],
  colors: Fold,
  hem: string,
): string {
  const w = WIDTH / count
  return group(
    times(count, (index) => {
      const x = index * w
      const d = `M${n(x)} -5H${n(x + w)}V${n(depth * 0.6)}Q${n(x + w / 2)} ${n(depth * 1.4)} ${n(x)} ${n(depth * 0.6)}Z`
      const paint = c.linear([colors.dark, colors.middle, colors.light], [0, 0], [0, depth * 1.1])
      return path(d, paint, `stroke="${hem}" stroke-width="6"`)
    }),
    '',
  )
}

/** A runner in mid-stride. `y` is near the feet. */
export function runner([x, y, s]: Spot, skin: string, shirt: string, shorts: string): string {
  const at = (dx: number, dy: number): Point => [x + dx * s, y + dy * s]
  const limb = (color: string, width: number, ...points: Point[]) =>
    stroke(lines(points), color, width * s)
  return group(
    [
      limb(skin, 9, at(-4, -112), at(-30, -96), at(-38, -120)),
      limb(skin, 12, at(-4, -66), at(-26, -40), at(-58, -34)),
      limb(shorts, 17, at(-3, -68), at(-16, -50)),
      limb(skin, 13, at(-2, -66), at(26, -46), at(20, -8), at(32, -4)),
      limb(shorts, 19, at(-3, -68), at(16, -54)),
      limb(shirt, 25, at(5, -110), at(-2, -74)),
      limb(skin, 9.5, at(8, -112), at(20, -86), at(44, -98)),
      ellipse([x + 14 * s, y - 138 * s, 12.5 * s, 14.5 * s], skin),
    ],
    '',
  )
}
