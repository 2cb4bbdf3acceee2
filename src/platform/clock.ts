/** All instants come from here, so that a test can set the time; milliseconds since 1970, UTC. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
