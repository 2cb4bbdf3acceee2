import { createHash } from 'node:crypto'

export const WIDTH = 1280
export const HEIGHT = 720

/** Evenly spaced colours of a gradient; '#ffcc00/0.4' has an opacity of 0.4. */
export type Stops = string[]
export type Point = [x: number, y: number]
/** A centre and a size: a radius or a scale. */
export type Spot = [x: number, y: number, size: number]
export type Box = [x: number, y: number, width: number, height: number]
/** A spot with a rotation in degrees. */
export type Placed = [x: number, y: number, scale: number, turn: number]

/** Collects the shapes of one drawing. All randomness comes from the seed. */
export class Canvas {
  readonly #definitions: string[] = []
  readonly #shapes: string[] = []
  #state: number

  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  }

  /** A random number from 0 up to, but not including, 1. */
  chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.chance()
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.chance() * from.length)]!
  }

  add(...shapes: string[]): void {
    this.#shapes.push(...shapes)
  }

  /** Adds an SVG definition. Returns the reference to it. */
  define(make: (id: string) => string): string {
    const id = `d${this.#definitions.length}`
    this.#definitions.push(make(id))
    return `url(#${id})`
  }

  linear(stops: Stops, from: Point = [0, 0], to: Point = [0, HEIGHT]): string {
    return this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}">${stopList(stops)}</linearGradient>`,
    )
  }

  radial(stops: Stops, centre: Point, radius: number): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(centre[0])}" cy="${n(centre[1])}" r="${n(radius)}">${stopList(stops)}</radialGradient>`,
    )
  }

  clip(shapes: string): string {
    return `clip-path="${this.define((id) => `<clipPath id="${id}">${shapes}</clipPath>`)}"`
  }

  /** A fill that is solid in the middle of its shape and fades to the edge. */
  soft(color: string): string {
    const stops = stopList([color, `${color}/0.85`, `${color}/0.4`, `${color}/0`])
    return this.define((id) => `<radialGradient id="${id}">${stops}</radialGradient>`)
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>`
  }
}

function stopList(stops: Stops): string {
  return stops
    .map((stop, index) => {
      const [color, opacity = '1'] = stop.split('/')
      const offset = stops.length === 1 ? 0 : index / (stops.length - 1)
      return `<stop offset="${n(offset)}" stop-color="${color}" stop-opacity="${opacity}"/>`
    })
    .join('')
}

/** A number in as few characters as possible. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function rect([x, y, w, h]: Box, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`
}

export function full(fill: string, more = ''): string {
  return rect([0, 0, WIDTH, HEIGHT], fill, more)
}

export function circle([x, y, r]: Spot, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
}

export function ellipse([x, y, rx, ry]: Box, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function stroke(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

export function polygon(points: Point[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`
}

export function lines(points: Point[]): string {
  return points.map(([x, y], index) => `${index ? 'L' : 'M'}${n(x)} ${n(y)}`).join('')
}

export function group(shapes: string[], more: string): string {
  return `<g ${more}>${shapes.join('')}</g>`
}

/** Calls `make` with 0, 1, … `count` - 1 and returns the results. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

export function onCircle(x: number, y: number, r: number, turn: number): Point {
  return [x + r * Math.cos(turn * 2 * Math.PI), y + r * Math.sin(turn * 2 * Math.PI)]
}
