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
  // Who paid what is nobody else's to read.
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
  // The parent is gone, by whatever death: nobody would stop this process any more.
  process.on('disconnect', stop)
  process.send?.({ type: 'ready' })
  // Else only who ends in peace leaves what was compiled to the next start, and not who is killed.
  flushCompileCache()
  console.log(`Sandbox on http://${options.host}:${running.port}`)
}

main().catch((error: unknown) => {
  console.error(`Sandbox: ${explain(error)}`)
  process.exit(1)
})
