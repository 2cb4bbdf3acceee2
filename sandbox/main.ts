import { flushCompileCache } from 'node:module'
import { readOptions, smtpPortOf } from './options.ts'
import { startSandbox } from './server.ts'

function explain(error: unknown): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return message
  const name = port === chosenSmtpPort ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'
  return `port ${port} is in use; choose another one with ${name}`
}

let chosenSmtpPort: number | undefined

async function main(): Promise<void> {
  // Payments are private, so only this user may read the files.
  process.umask(0o077)
  const options = readOptions(process.env)
  chosenSmtpPort = smtpPortOf(options)
  const running = await startSandbox(options)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The parent process has died, so no other process will stop this one.
  process.on('disconnect', stop)
  process.send?.({ type: 'ready' })
  // Flush the compile cache for the next start; a killed process would not.
  flushCompileCache()
  console.log(`Sandbox on http://${options.host}:${running.port}`)
}

main().catch((error: unknown) => {
  console.error(`Sandbox: ${explain(error)}`)
  process.exit(1)
})
