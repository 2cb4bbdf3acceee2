import { test } from 'vitest'

/**
 * True in `npm run torture`. `npm test` leaves out cases that take long and rarely find a fault.
 */
export const isTorture = process.env.TORTURE_SEEDS !== undefined

/** How often a test repeats something: `all` in `npm run torture`, `daily` in `npm test`. */
export const todaysRuns = (all: number, daily: number): number => (isTorture ? all : daily)

/** Declares a test that runs in `npm run torture` only. */
export const rareTest = test.runIf(isTorture)

/** Leaves only the daily cases, except in `npm run torture`. */
export function todays<Case extends { daily?: true }>(cases: readonly Case[]): readonly Case[] {
  return isTorture ? cases : cases.filter(({ daily }) => daily)
}
