import { execFile } from 'node:child_process'
import type { Shop } from './processes.ts'

/** Runs npm run reconcile with this shop's database and sandbox. */
export function reconcile(
  shop: Pick<Shop, 'databaseUrl' | 'sandboxOrigin'>,
  timeScale: number,
): Promise<{ code: number; said: string }> {
  const { PATH } = process.env
  const settings = { DATABASE_URL: shop.databaseUrl, MPESA_BASE_URL: shop.sandboxOrigin }
  // The command needs the shop's time scale. It shortens the period that M-Pesa's list covers, and
  // the time after which a payment counts as late.
  const env = { PATH, ...settings, TIME_SCALE: String(timeScale) }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/reconcile.mjs'], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}`.trim() }),
    )
  })
}
