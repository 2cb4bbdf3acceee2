const CODE = /^[a-z0-9-]{1,40}$/

/** True for a code as it is stored, in lower case. */
export function isShortCode(code: string): boolean {
  return CODE.test(code)
}
