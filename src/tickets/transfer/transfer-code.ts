import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../platform/database/deps.ts'
import { CODE_LENGTH } from './transfer.rules.ts'

export function drawCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Under the shop's secret: six digits behind a bare hash are tried out in a second. */
export function hashCode({ env }: Pick<Deps, 'env'>, transferId: string, code: string): Buffer {
  return createHmac('sha256', env.sessionSecret).update(`transfer:${transferId}:${code}`).digest()
}

export function isSameCode(kept: Buffer, said: Buffer): boolean {
  return timingSafeEqual(kept, said)
}
