import { queueEmail } from '../messages/queue-email.ts'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import { accountEmail } from './link-email.rules.ts'

/** Tells somebody by e-mail what was done, or tried, with their address. */
export async function queueNotice(
  tx: Tx,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  reader: { email: string; full_name: string },
  about: 'known' | 'changed',
): Promise<void> {
  await queueEmail(tx, {
    ...accountEmail(about, reader.full_name, `${env.publicOrigin}/organizer/forgot`),
    to: reader.email,
    from: env.mail.from,
    replyTo: env.support.email,
    dedupeKey: `account:${newId()}`,
    now: clock.now(),
  })
}
