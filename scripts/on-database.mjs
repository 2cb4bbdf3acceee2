// Setup and cleanup shared by the commands that run next to a shop: npm run admin, doctor and
// reconcile.
import {
  dataFolder,
  ensureDependencies,
  ensureNode,
  isProduction,
  loadDotEnv,
  requireDependencies,
} from './bootstrap.mjs'
import { leaveRoot } from './leave-root.mjs'
import { joinPostgres } from './postgres.mjs'
import { say } from './run.mjs'

/**
 * Prepares this process in the same way as a start of the shop, but without building the pages. In
 * production nothing is installed.
 */
export async function prepareCommand() {
  loadDotEnv()
  await ensureNode()
  if (isProduction()) requireDependencies()
  else await ensureDependencies(() => false)
  await leaveRoot()
}

/**
 * Runs `work` with the address of the shop's database and the data folder. Without DATABASE_URL it
 * uses the embedded PostgreSQL. @param {(url: string, dataDir: string) => Promise<void>} work
 */
export async function onDatabase(work) {
  const dataDir = dataFolder()
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await joinPostgres({ dataDir, log: say })
  try {
    await work(server.url, dataDir)
  } finally {
    await server.stop()
  }
}
