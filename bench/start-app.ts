import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the process tells of itself, over and over. */
export type Told = { origin: string; rssBytes: number; processorMs: number; queries: number }

/** The app in a process of its own, without pages and jobs. */
export async function startApp(variables: Record<string, string>) {
  const script = fileURLToPath(new URL('serve-app.ts', import.meta.url))
  const server = fork(script, { env: { ...process.env, ...variables } })
  const [first] = (await once(server, 'message')) as [Told]
  let told = first
  server.on('message', (news: Told) => {
    told = news
  })
  const stop = async () => {
    server.disconnect()
    await once(server, 'exit')
  }
  return { origin: first.origin, pid: server.pid!, told: () => told, stop }
}
