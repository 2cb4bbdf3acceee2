import { sendPhoneCode } from '../messages/phone-codes.ts'
import { SMS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { isRightCode } from '../tickets/limits.ts'
import { PrivacyError } from './errors.ts'
import { isPhoneStored } from './people.sql.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type CheckDeps = CodeDeps & Pick<Deps, 'log'>

const DATA = { purpose: 'data', scope: '' } as const

/** Sends a code to a phone, if the shop stores anything about the phone. */
export async function sendDataCode(
  deps: CodeDeps,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  await sendPhoneCode(deps, {
    ...DATA,
    phone,
    address,
    text: (code) => fill(SMS.dataCode, language, { code }),
    isWanted: () => isPhoneStored(deps.db, phone),
  })
}

/**
 * Throws `wrong_data_code` if no such code of this phone is valid now. Only wrong codes count
 * towards the limits. One of the limits, over all addresses, raises an alarm.
 */
export async function checkDataCode(
  deps: CheckDeps,
  typed: { phone: string; code: string; address: string },
): Promise<void> {
  if (await isRightCode(deps, { ...DATA, ...typed })) return
  throw new PrivacyError('wrong_data_code', { details: { field: 'code' } })
}
