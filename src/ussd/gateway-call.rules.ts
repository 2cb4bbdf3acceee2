// The form that Africa's Talking posts for each turn of a session. The gateway signs nothing and
// numbers no turn.
import { normalisePhone } from '../platform/values/phone.rules.ts'

/** A phone sends at most 80 characters per input, and a session lasts three minutes. */
const TEXT_MAX = 1000
const SESSION_MAX = 100

export type Turn = {
  sessionId: string
  /** 2547… or 2541…, as orders store phone numbers. */
  phone: string
  /** The inputs that were dialled after our code or typed in the session, joined by '*'. */
  typed: string
}

/** Null if the call is not a turn of a Kenyan phone that dialled our code. */
export function readTurn(form: URLSearchParams, ussdCode: string): Turn | null {
  // PostgreSQL refuses zero bytes in text.
  const field = (name: string) => (form.get(name) ?? '').replaceAll('\0', '').trim()
  const sessionId = field('sessionId')
  const phone = normalisePhone(field('phoneNumber'))
  // Trim each input separately: the text of the next turn must begin with the text of this turn,
  // and a space at the end would be in its middle.
  const inputs = field('text').split('*')
  const text = inputs.map((input) => input.trim()).join('*')
  if (!sessionId || sessionId.length > SESSION_MAX || !phone || text.length > TEXT_MAX) return null
  return { sessionId, phone, typed: behindCode(ussdCode, field('serviceCode'), text) }
}

/**
 * Returns the inputs dialled after our code. Gateways split the dial string differently: with a
 * shared code the whole string is the service code ('*265*25#' and ''), with a dedicated code a
 * part of our code is in the text ('*265#' and '25*123'). A dialled event code can be in either.
 */
function behindCode(ussdCode: string, serviceCode: string, text: string): string {
  const ours = partsOf(ussdCode)
  const service = partsOf(serviceCode)
  const parts = [...service, ...(text === '' ? [] : text.split('*'))]
  const isOurs = service.length > 0 && ours.every((part, at) => parts[at] === part)
  return isOurs ? parts.slice(ours.length).join('*') : text
}

/** Splits '*265*25#' into 265 and 25. */
function partsOf(code: string): string[] {
  return code.split(/[*#]/).filter(Boolean)
}
