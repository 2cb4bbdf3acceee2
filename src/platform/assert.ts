/** Throws if an impossible case happens; the caller's transaction is rolled back. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`impossible: ${message}`)
}
