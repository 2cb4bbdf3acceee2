// What Africa's Talking posts for each turn of a session. It signs nothing and numbers no turn.
import { normalisePhone } from '../platform/values/phone.rules.ts'

/** What a session has typed so far is short: a phone takes 80 signs at a time, for three minutes. */
const TEXT_MAX = 1000
const SESSION_MAX = 100

export type Turn = {
  sessionId: string
  /** As orders have it: 2547… or 2541…. */
  phone: string
  /** All that was typed since the code was dialled, and what was dialled behind it, joined by '*'. */
  typed: string
}

/** Null where it is no turn of a phone that could buy here. */
export function readTurn(form: URLSearchParams, ussdCode: string): Turn | null {
  // PostgreSQL takes no zero bytes in text.
  const field = (name: string) => (form.get(name) ?? '').replaceAll('\0', '').trim()
  const sessionId = field('sessionId')
  const phone = normalisePhone(field('phoneNumber'))
  // Of each input alone: a space at the end of this text stands in the middle of the next turn's, which
  // is to begin with this one.
  const inputs = field('text').split('*')
  const text = inputs.map((input) => input.trim()).join('*')
  if (!sessionId || sessionId.length > SESSION_MAX || !phone || text.length > TEXT_MAX) return null
  return { sessionId, phone, typed: behindCode(ussdCode, field('serviceCode'), text) }
}

/**
 * What stands behind our code, wherever the gateway splits what was dialled: a shared code has all of
 * it in the service code ('*265*25#' and ''), a dedicated one has a part of ours in the text ('*265#'
 * and '25*123'), and a dialled event is in either.
 */
export function behindCode(ussdCode: string, serviceCode: string, text: string): string {
  const ours = partsOf(ussdCode)
  const service = partsOf(serviceCode)
  const parts = [...service, ...(text === '' ? [] : text.split('*'))]
  const isOurs = service.length > 0 && ours.every((part, at) => parts[at] === part)
  return isOurs ? parts.slice(ours.length).join('*') : text
}

/** '*265*25#' is 265 and 25. */
function partsOf(code: string): string[] {
  return code.split(/[*#]/).filter(Boolean)
}
