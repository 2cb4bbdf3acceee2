import { AppError } from '../platform/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.rules.ts'
import { PASSWORD_COMMON, passwordFault } from './sign-up.rules.ts'

/** Refuses a password that is too short, or among the first that anybody would try. */
export function checkPassword(password: string, email: string): void {
  const plain = password.toLowerCase()
  const isCommon = COMMON_PASSWORDS.has(plain) || plain === email
  const text = passwordFault(password) ?? (isCommon ? PASSWORD_COMMON : undefined)
  if (text) throw new AppError('invalid_field', { text, details: { field: 'password' } })
}
