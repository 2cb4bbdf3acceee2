import {
  EMAIL_ERROR,
  isEmailAddress,
  readEmailAddress,
} from '../platform/values/email-address.rules.ts'

export const PASSWORD_MIN = 6
export const REDIRECT_MS = 3000

export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_SHORT = 'Password must be at least 6 characters long'
export const PASSWORD_COMMON = 'This password is too common. Please choose another one.'
export const SIGN_IN_FAILED = 'An error occurred during sign in. Please try again.'
export const SIGN_UP_FAILED = 'An error occurred during sign up'
export const NOT_SENT = 'Something went wrong. Please check your connection and try again.'
/** The error for a form that was sent before the page's script was ready. */
export const TOO_EARLY = 'The page was still loading. Please try again.'
export const NO_EMAIL = 'Please enter your email address'
export const NO_PASSWORD = 'Please enter a password'
export const WRONG_PASSWORD = 'This is not your current password'
export const NO_CODE = 'Please enter the code'
export const WRONG_CODE = 'This code is wrong or was already used'
export const WRONG_SIGN_UP_PASSWORD = 'This is not the password you signed up with'
export const NO_NAME = 'Please enter your full name'

export type SignUpFields = { full_name: string; email: string; password: string }

/** Returns an address as we compare and store it: normalized, and in lower case. */
export function plainEmail(typed: string): string {
  return (readEmailAddress(typed) ?? typed.trim()).toLowerCase()
}

/** Returns a name as we store it: on one line. */
export function plainName(typed: string): string {
  return typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/**
 * Checks the form of an address. Whether the mailbox exists can only be found out by sending an
 * email.
 */
export function emailFault(typed: string): string | undefined {
  const email = plainEmail(typed)
  if (email === '') return NO_EMAIL
  return isEmailAddress(email) ? undefined : EMAIL_ERROR
}

/** A character that can be seen. U+2800 is the empty Braille cell. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

export function passwordFault(typed: string): string | undefined {
  if (!SEEN.test(typed)) return NO_PASSWORD
  return [...typed].length < PASSWORD_MIN ? PASSWORD_SHORT : undefined
}

/** Returns error texts by field, in the order of the form. */
export function signUpFaults(typed: SignUpFields): Partial<SignUpFields> {
  const faults = {
    full_name: typed.full_name.trim() === '' ? NO_NAME : undefined,
    email: emailFault(typed.email),
    password: passwordFault(typed.password),
  }
  const found = Object.entries(faults).filter(([, fault]) => fault !== undefined)
  return Object.fromEntries(found) as Partial<SignUpFields>
}

export const ENTRANCE = '/organizer/signin'
export const DASHBOARD = '/organizer/dashboard'

/** The sign-in page's address. After signing in, the visitor gets to the page at `path`. */
export function entranceFor(path: string): string {
  return path === DASHBOARD ? ENTRANCE : `${ENTRANCE}?to=${encodeURIComponent(path)}`
}

/**
 * The page to open after a sign-in: `path` if this is a page of the back office, otherwise the
 * dashboard. Never a page of another site.
 */
export function destinationOf(path: string | null): string {
  const isOurs = path !== null && /^\/organizer\/[\w/.~%?&=+-]*$/.test(path)
  const isEntrance = /^\/organizer\/(signin|signup|forgot|reset|confirm)\b/.test(path ?? '')
  return isOurs && !isEntrance ? path : DASHBOARD
}
