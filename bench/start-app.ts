import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The app in a process of its own, without pages and jobs. */
export async function startApp(variables: Record<string, string>) {
  const script = fileURLToPath(new URL('serve-app.ts', import.meta.url))
  const server = fork(script, { env: { ...process.env, ...variables } })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  const stop = async () => {
    server.disconnect()
    await once(server, 'exit')
  }
  return { origin, pid: server.pid!, stop }
}
