import sharp from 'sharp'
import { makePasswordHasher } from '../../src/accounts/passwords.ts'
import type { Owner } from '../access/belongings.ts'
import { buildAccount } from '../accounts.ts'
import type { Stage } from '../stage.ts'

export const PASSWORD = 'uwanja-wetu'

type Account = Awaited<ReturnType<typeof buildAccount>>
type Listening = Pick<Stage, 'app' | 'db' | 'env' | 'deps'> & { origin: string }

export type Things = Awaited<ReturnType<typeof stockShop>>

/** Inserts a row of each kind to which a call can refer, in addition to the owner's rows. */
export async function stockShop(
  { app, origin, db, env, deps }: Listening,
  { owner, admin }: { owner: Owner; admin: Account },
) {
  const its = owner.belongings
  const make = async (path: string, payload: object): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: path, payload, headers: admin.headers })
    return (answer.json() as { id: string }).id
  }
  const read = async <T>(id: string): Promise<T> =>
    (await app.inject({ url: `/api/events/${id}`, headers: admin.headers })).json()
  await make('/api/short_codes', { code: 'radio', event_id: its.eventId })
  await make('/api/functions/newsletter', { email: 'reader@lango.test' })
  const someone = await buildAccount(deps)
  const password_hash = await makePasswordHasher().hash(PASSWORD, '127.0.0.1')
  await db.updateTable('account').set({ password_hash }).execute()
  const { token } = await db
    .selectFrom('newsletter_subscriber')
    .select('token')
    .executeTakeFirstOrThrow()
  const { callback_token: callback } = await db
    .selectFrom('payment')
    .select('callback_token')
    .executeTakeFirstOrThrow()
  const plain = { width: 4, height: 3, channels: 3, background: 'red' } as const
  const picture = new Uint8Array(await sharp({ create: plain }).png().toBuffer())
  return {
    its,
    someone,
    category: await make('/api/categories', { name: 'Chess' }),
    gate: await make('/api/gates', { name: 'Gate 99' }),
    /** A category and a gate that no event uses. */
    spare: {
      category: await make('/api/categories', { name: 'Draughts' }),
      gate: await make('/api/gates', { name: 'Gate 100' }),
    },
    subscriber: token,
    callback,
    reports: env.sms.reportToken,
    shareImage: (await read<{ share_image: string }>(its.eventId)).share_image,
    draftRead: (await read<{ updated_at: string }>(its.draftId)).updated_at,
    picture,
    image: await upload(origin, admin, picture),
  }
}

async function upload(origin: string, { headers }: Account, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'poster.png')
  const url = `${origin}/api/storage/event-images`
  const answer = await fetch(url, { method: 'POST', headers, body })
  return ((await answer.json()) as { public_url: string }).public_url
}
