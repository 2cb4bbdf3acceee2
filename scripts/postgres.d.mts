export function startPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  shared?: boolean
  passing?: boolean
  database?: string
}): Promise<{ url: string; folder: string; lost: Promise<void>; stop: () => Promise<void> }>
