export function startPostgres(options: {
  dataDir: string
  log?: (line: string) => void
  shared?: boolean
  database?: string
}): Promise<{ url: string; folder: string; lost: Promise<void>; stop: () => Promise<void> }>
