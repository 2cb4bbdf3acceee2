/**
 * Throws if a case occurs that should be impossible. The caller's transaction is then rolled back.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`impossible: ${message}`)
}
