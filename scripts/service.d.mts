export const COMPILE_CACHE: string

export function startService(options: {
  name: string
  script: string
  env: NodeJS.ProcessEnv
  logFile: string | undefined
  graceMs?: number
}): {
  name: string
  exited: Promise<string>
  ready: Promise<void>
  stop: () => Promise<void>
  kill: () => void
  hangUp: () => void
}
