export function startPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  shared?: boolean
  passing?: boolean
  database?: string
}): Promise<{ url: string; folder: string; lost: Promise<void>; stop: () => Promise<void> }>
/** Whether no program listens on this port of 127.0.0.1. */
export function canListen(port: number): Promise<boolean>
