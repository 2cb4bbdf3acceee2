/** Where one step ends the newsletter: a page to look at, and one click for mail programs. */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe/${token}`
}

/** 'a•••@example.com': enough for its owner. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
