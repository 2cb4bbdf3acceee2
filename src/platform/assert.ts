/** For what cannot be otherwise: throws if it is all the same. The caller's transaction ends. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`impossible: ${message}`)
}
