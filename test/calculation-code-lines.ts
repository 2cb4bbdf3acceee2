import type { Line } from './calculation-lines.ts'

// The expected lines with a code that takes off an amount or sets a price, typed by hand. They are
// in a separate file, because `calculation-lines.ts` would be too long.

type Lines = readonly [Line, Line, Line]

/**
 * For each fee: lines of 1, 3 and 10 tickets at the type's own price less KES 250, and at KES 900
 * each.
 */
export const CODE_LINES: Record<string, { off250: Lines; at900: Lines }> = {
  'no fee': {
    off250: [
      [1250, 0],
      [3750, 0],
      [12_500, 0],
    ],
    at900: [
      [900, 0],
      [2700, 0],
      [9000, 0],
    ],
  },
  'percent inside': {
    off250: [
      [1250, 62.5],
      [3750, 187.5],
      [12_500, 625],
    ],
    at900: [
      [900, 45],
      [2700, 135],
      [9000, 450],
    ],
  },
  'fixed inside': {
    off250: [
      [1250, 20],
      [3750, 60],
      [12_500, 200],
    ],
    at900: [
      [900, 20],
      [2700, 60],
      [9000, 200],
    ],
  },
  'inside, with rounding': {
    off250: [
      [1250, 41.73],
      [3749, 125.14],
      [12_495, 417.08],
    ],
    at900: [
      [900, 30.07],
      [2700, 90.21],
      [9000, 300.7],
    ],
  },
  'percent on top': {
    off250: [
      [1313, 62.5],
      [3938, 187.5],
      [13_125, 625],
    ],
    at900: [
      [945, 45],
      [2835, 135],
      [9450, 450],
    ],
  },
  'fixed on top': {
    off250: [
      [1270, 20],
      [3810, 60],
      [12_700, 200],
    ],
    at900: [
      [920, 20],
      [2760, 60],
      [9200, 200],
    ],
  },
  'on top, with rounding': {
    off250: [
      [1292, 41.71],
      [3874, 125.13],
      [12_913, 417.1],
    ],
    at900: [
      [931, 30.07],
      [2791, 90.21],
      [9301, 300.7],
    ],
  },
}
