/**
 * Throws if a case occurs that should be impossible, so that the caller's transaction is rolled
 * back.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`impossible: ${message}`)
}
