import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The figures that the child process reports every 50 ms. */
export type ProcessFigures = {
  origin: string
  rssBytes: number
  processorMs: number
  queries: number
}

/**
 * Starts the app without pages and jobs in a child process, or the bare server in `file` for
 * comparison.
 */
export async function startApp(variables: Record<string, string>, file = 'serve-app.ts') {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const server = fork(script, { env: { ...process.env, ...variables } })
  const [first] = (await once(server, 'message')) as [ProcessFigures]
  let told = first
  server.on('message', (news: ProcessFigures) => {
    told = news
  })
  const stop = async () => {
    server.disconnect()
    await once(server, 'exit')
  }
  return { origin: first.origin, pid: server.pid!, told: () => told, stop }
}
