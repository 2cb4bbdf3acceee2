/** The source of every instant, so that tests can set the time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
