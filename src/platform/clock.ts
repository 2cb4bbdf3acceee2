/** The source of the current time, so that tests can set the time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
