import { execFile } from 'node:child_process'
import type { Shop } from './processes.ts'

/** npm run reconcile, against this shop's database and sandbox. */
export function reconcile(
  shop: Pick<Shop, 'databaseUrl' | 'sandboxOrigin'>,
  timeScale: number,
): Promise<{ code: number; said: string }> {
  const { PATH } = process.env
  const settings = { DATABASE_URL: shop.databaseUrl, MPESA_BASE_URL: shop.sandboxOrigin }
  // With the shop's time scale: the list reaches less far back, and everything else is late sooner.
  const env = { PATH, ...settings, TIME_SCALE: String(timeScale) }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/reconcile.mjs'], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}`.trim() }),
    )
  })
}
