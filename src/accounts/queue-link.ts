import { queueEmail } from '../messages/queue-email.ts'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { drawToken } from './draw-token.ts'
import { accountEmail, LINK_MS, LINK_PATHS } from './link-email.rules.ts'
import { endLinks, insertLink, type LinkPurpose } from './links.sql.ts'

type Reader = { id: string; email: string; full_name: string }

/** Makes a link and queues the mail that brings it; older links for the same are good no longer. */
export async function queueLink(
  tx: Tx,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  reader: Reader,
  purpose: LinkPurpose,
): Promise<void> {
  const now = clock.now()
  const { token, hash } = drawToken()
  await endLinks(tx, reader.id, purpose, now)
  const expiresAt = new Date(now.getTime() + LINK_MS[purpose])
  await insertLink(tx, { hash, accountId: reader.id, purpose, expiresAt, now })
  // Behind a #, which browsers send to no server: it stands in no log and in no Referer.
  const link = `${env.publicOrigin}${LINK_PATHS[purpose]}#${token}`
  await queueEmail(tx, {
    ...accountEmail(purpose, reader.full_name, link),
    to: reader.email,
    from: env.mail.from,
    replyTo: env.support.email,
    dedupeKey: `link:${hash.toString('hex')}`,
    forgetText: true,
    now,
  })
}
