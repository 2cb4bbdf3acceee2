import type { Faults } from './faults.ts'
import type { SandboxOptions } from './options.ts'
import { postForm } from './post-form.ts'
import type { Session, Status } from './session.ts'
import type { Waits } from './waits.ts'

const PRICE_KES = 1

interface Parts {
  options: SandboxOptions
  faults: Faults
  waits: Waits
}

/**
 * Notifies the service of the end of a session: a single request to a separate address.
 */
export async function notifyEnd(
  { options, faults, waits }: Parts,
  session: Session,
  status: Status,
  why: string | undefined,
): Promise<void> {
  if (!options.ussdEndUrl || faults.strikes('ussd', 'end_drop')) return
  const now = Date.now()
  await postForm(waits, options.ussdEndUrl, {
    // This date is in UTC. M-Pesa, in contrast, sends Nairobi time.
    date: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    sessionId: session.id,
    serviceCode: session.serviceCode,
    networkCode: session.network.code,
    phoneNumber: `+${session.msisdn}`,
    status,
    cost: `KES ${PRICE_KES.toFixed(4)}`,
    durationInMillis: String(now - session.began),
    hopsCount: String(session.hops),
    hopsMetadata: '',
    input: session.inputs.join('*'),
    lastAppResponse: session.lastReply,
    ...(why && { errorMessage: why }),
  })
}
