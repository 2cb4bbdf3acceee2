import { gsmName, gsmTitle, SMS_MAX_SEPTETS, shorten } from '../../messages/sms.rules.ts'
import type { GatePhoneState } from '../command-view.contract.ts'

/** The SMS is in English, like the stewards' app: no language is stored for a steward. */
export function pairingSms(about: { name: string; eventTitle: string; url: string }): string {
  const tail = `. Open once, within an hour: ${about.url}`
  const room = SMS_MAX_SEPTETS - 'Gate phone , '.length - tail.length
  const plain = gsmName(about.name, '')
  const name = plain && ` ${shorten(plain, Math.max(8, Math.floor(room / 2)))}`
  const title = shorten(gsmTitle(about.eventTitle, 'en'), Math.max(8, room - name.length))
  return `Gate phone${name}, ${title}${tail}`
}

type Phone = {
  revoked_at: Date | null
  signed_off_at: Date | null
  paired_at: Date | null
  code_until: Date | null
}

/** The state of a gate phone. 'lapsed' means that the pairing link was not opened in time. */
export function phoneState(
  { revoked_at, signed_off_at, paired_at, code_until }: Phone,
  now: Date,
): GatePhoneState {
  if (revoked_at !== null) return 'revoked'
  if (signed_off_at !== null) return 'signed_off'
  if (paired_at !== null) return 'paired'
  return code_until !== null && code_until > now ? 'waiting' : 'lapsed'
}

export const BEARER = 'gp_'

/** The token in 'Bearer gp_…'. Null if the header contains another credential. */
export function readGateBearer(authorization: string): string | null {
  return /^Bearer (gp_[\w-]{43})$/i.exec(authorization)?.[1] ?? null
}
