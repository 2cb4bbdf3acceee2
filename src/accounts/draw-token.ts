import { randomBytes } from 'node:crypto'
import { hashToken } from './hash-token.ts'

/** 256 random bits for a cookie or a link, and what is stored of them. */
export function drawToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}
