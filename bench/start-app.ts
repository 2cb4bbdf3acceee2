import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the process tells of itself, over and over. */
export type Told = { origin: string; rssBytes: number; processorMs: number; queries: number }

/** The app in a process of its own, without pages and jobs; or what stands for the limit beside it. */
export async function startApp(variables: Record<string, string>, file = 'serve-app.ts') {
  const script = fileURLToPath(new URL(file, import.meta.url))
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
