/** Seconds for which a bearer is good. */
export const ACCESS_TOKEN_S = 600

export function tokenKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
