import { createHash } from 'node:crypto'

/** As tokens are stored. They are random and long, so that one round is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
