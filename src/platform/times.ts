/**
 * Declares a room's waiting times: written in seconds, returned in ms. The scale shortens all of
 * them in tests that run real processes; in production the scale is 1.
 */
export function declareTimes<T>(
  list: (ms: (seconds: number) => number) => T,
): (scale: number) => T {
  return (scale) => list((seconds) => Math.max(1, Math.round(seconds * 1000 * scale)))
}
