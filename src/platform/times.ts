/**
 * A room's waiting times in ms, written in seconds. The scale shortens all of them, for tests in
 * which real processes run; production has 1.
 */
export function declareTimes<T>(
  list: (ms: (seconds: number) => number) => T,
): (scale: number) => T {
  return (scale) => list((seconds) => Math.max(1, Math.round(seconds * 1000 * scale)))
}
