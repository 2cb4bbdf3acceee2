import type { ReplyAddresses } from '../../payments/mpesa/operation.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId, newToken } from '../../platform/ids.ts'

/** One time that M-Pesa is asked, with the secret ends of its two addresses. */
export type NewCall = { id: string; token: string; timeoutToken: string }

export function newCall(): NewCall {
  return { id: newId(), token: newToken(), timeoutToken: newToken() }
}

export function addressesOf({ env }: Pick<Deps, 'env'>, call: NewCall): ReplyAddresses {
  const origin = `${env.mpesa.callbackOrigin}/cb/r`
  return { resultUrl: `${origin}/${call.token}`, timeoutUrl: `${origin}/${call.timeoutToken}` }
}
