// The expected lines of the table of calculations, typed by hand, not computed by the product.

/** A line in shillings: the amount that the buyer pays, and the fee in it. */
export type Line = readonly [amount: number, fee: number]
type Fee = { basisPoints: number; fixed: number; onTop: boolean }
type Priced = { price: number; lines: readonly [Line, Line, Line] }

/**
 * For each fee: the step's price, the type's own price and the price with each code. For each
 * price: lines of 1, 3 and 10 tickets.
 */
export const LINES: Record<
  string,
  Fee & { early: Priced; own: Priced; fifth: Priced; half: Priced }
> = {
  'no fee': {
    ...{ basisPoints: 0, fixed: 0, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 0],
        [3000, 0],
        [10_000, 0],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 0],
        [4500, 0],
        [15_000, 0],
      ],
    },
    fifth: {
      price: 1200,
      lines: [
        [1200, 0],
        [3600, 0],
        [12000, 0],
      ],
    },
    half: {
      price: 750,
      lines: [
        [750, 0],
        [2250, 0],
        [7500, 0],
      ],
    },
  },
  'percent inside': {
    ...{ basisPoints: 500, fixed: 0, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 50],
        [3000, 150],
        [10_000, 500],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 75],
        [4500, 225],
        [15_000, 750],
      ],
    },
    fifth: {
      price: 1200,
      lines: [
        [1200, 60],
        [3600, 180],
        [12000, 600],
      ],
    },
    half: {
      price: 750,
      lines: [
        [750, 37.5],
        [2250, 112.5],
        [7500, 375],
      ],
    },
  },
  'fixed inside': {
    ...{ basisPoints: 0, fixed: 20, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 20],
        [3000, 60],
        [10_000, 200],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 20],
        [4500, 60],
        [15_000, 200],
      ],
    },
    fifth: {
      price: 1200,
      lines: [
        [1200, 20],
        [3600, 60],
        [12000, 200],
      ],
    },
    half: {
      price: 750,
      lines: [
        [750, 20],
        [2250, 60],
        [7500, 200],
      ],
    },
  },
  'inside, with rounding': {
    ...{ basisPoints: 333, fixed: 0.1, onTop: false },
    early: {
      price: 999.5,
      lines: [
        [1000, 33.4],
        [2999, 100.17],
        [9995, 333.83],
      ],
    },
    own: {
      price: 1499.5,
      lines: [
        [1500, 50.05],
        [4499, 150.12],
        [14_995, 500.33],
      ],
    },
    fifth: {
      price: 1199.5,
      lines: [
        [1200, 40.06],
        [3599, 120.15],
        [11995, 400.43],
      ],
    },
    half: {
      price: 749.5,
      lines: [
        [750, 25.08],
        [2249, 75.19],
        [7495, 250.58],
      ],
    },
  },
  'percent on top': {
    ...{ basisPoints: 500, fixed: 0, onTop: true },
    early: {
      price: 1000,
      lines: [
        [1050, 50],
        [3150, 150],
        [10_500, 500],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1575, 75],
        [4725, 225],
        [15_750, 750],
      ],
    },
    fifth: {
      price: 1200,
      lines: [
        [1260, 60],
        [3780, 180],
        [12600, 600],
      ],
    },
    half: {
      price: 750,
      lines: [
        [788, 37.5],
        [2363, 112.5],
        [7875, 375],
      ],
    },
  },
  'fixed on top': {
    ...{ basisPoints: 0, fixed: 20, onTop: true },
    early: {
      price: 1000,
      lines: [
        [1020, 20],
        [3060, 60],
        [10_200, 200],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1520, 20],
        [4560, 60],
        [15_200, 200],
      ],
    },
    fifth: {
      price: 1200,
      lines: [
        [1220, 20],
        [3660, 60],
        [12200, 200],
      ],
    },
    half: {
      price: 750,
      lines: [
        [770, 20],
        [2310, 60],
        [7700, 200],
      ],
    },
  },
  'on top, with rounding': {
    ...{ basisPoints: 333, fixed: 0.1, onTop: true },
    early: {
      price: 999.5,
      lines: [
        [1033, 33.38],
        [3099, 100.14],
        [10_329, 333.8],
      ],
    },
    own: {
      price: 1499.5,
      lines: [
        [1550, 50.03],
        [4649, 150.09],
        [15_496, 500.3],
      ],
    },
    fifth: {
      price: 1199.5,
      lines: [
        [1240, 40.04],
        [3719, 120.12],
        [12396, 400.4],
      ],
    },
    half: {
      price: 749.5,
      lines: [
        [775, 25.06],
        [2324, 75.18],
        [7746, 250.6],
      ],
    },
  },
}

/**
 * For each fee: lines of 1, 3 and 10 tickets at KES 999 that the buyer chose. The amount includes
 * the fee, even if buyers pay the fee on top of the organizer's prices.
 */
export const CHOSEN_KES = 999
export const CHOSEN_LINES: Record<string, readonly [Line, Line, Line]> = {
  'no fee': [
    [999, 0],
    [2997, 0],
    [9990, 0],
  ],
  'percent inside': [
    [999, 49.95],
    [2997, 149.85],
    [9990, 499.5],
  ],
  'fixed inside': [
    [999, 20],
    [2997, 60],
    [9990, 200],
  ],
  'inside, with rounding': [
    [999, 33.37],
    [2997, 100.1],
    [9990, 333.67],
  ],
  'percent on top': [
    [999, 49.95],
    [2997, 149.85],
    [9990, 499.5],
  ],
  'fixed on top': [
    [999, 20],
    [2997, 60],
    [9990, 200],
  ],
  'on top, with rounding': [
    [999, 33.37],
    [2997, 100.1],
    [9990, 333.67],
  ],
}
