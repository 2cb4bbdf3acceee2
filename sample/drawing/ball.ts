import type { Point } from './canvas.ts'

type Vector = [number, number, number]

const GOLDEN = (1 + Math.sqrt(5)) / 2

const CORNERS: Vector[] = [-1, 1].flatMap((a) =>
  [-GOLDEN, GOLDEN].flatMap((b): Vector[] => [
    [0, a, b],
    [a, b, 0],
    [b, 0, a],
  ]),
)

/**
 * The visible part of a football: its black pentagons, and the seams between the white hexagons.
 */
export function ballSeams(
  x: number,
  y: number,
  r: number,
  tilt: number,
): { panels: Point[][]; edges: [Point, Point][] } {
  const flat = (v: Vector): Point => [x + r * v[0], y + r * v[1]]
  const corners = CORNERS.map((corner) => turned(corner, tilt))
  const panels: Point[][] = []
  const edges: [Point, Point][] = []
  for (const corner of corners) {
    const near = corners.filter((other) => Math.abs(distance(corner, other) - 2) < 0.01)
    const ring = around(
      corner,
      near.map((other) => between(corner, other, 1 / 3)),
    )
    if (corner[2] > -0.2) panels.push(ring.map(flat))
    for (const other of near) {
      const [a, b] = [between(corner, other, 1 / 3), between(corner, other, 2 / 3)]
      if (a[2] > 0 || b[2] > 0) edges.push([flat(a), flat(b)])
    }
  }
  return { panels, edges }
}

function turned([a, b, d]: Vector, tilt: number): Vector {
  const [s, t] = [Math.sin(tilt), Math.cos(tilt)]
  const [e, f] = [a * t - b * s, a * s + b * t]
  const [u, v] = [Math.sin(tilt + 0.6), Math.cos(tilt + 0.6)]
  return [e, f * v - d * u, f * u + d * v]
}

/** The point at a fraction of the way along an edge, moved outwards onto the sphere. */
function between(a: Vector, b: Vector, part: number): Vector {
  const v = a.map((value, index) => value + (b[index]! - value) * part) as Vector
  const long = Math.hypot(...v)
  return v.map((value) => value / long) as Vector
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Sorts the points by their angle around the axis. */
function around(axis: Vector, points: Vector[]): Vector[] {
  const first = points[0]!
  const cross: Vector = [
    axis[1] * first[2] - axis[2] * first[1],
    axis[2] * first[0] - axis[0] * first[2],
    axis[0] * first[1] - axis[1] * first[0],
  ]
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const long = Math.hypot(...axis)
  const angle = (p: Vector) =>
    Math.atan2(dot(p, cross) / long, dot(p, first) - (dot(p, axis) * dot(first, axis)) / long ** 2)
  return [...points].sort((a, b) => angle(a) - angle(b))
}
