/** An instant in ISO 8601 and UTC. Null if there is none. */
export const isoText = (at: string | Date | null | undefined): string | null =>
  at ? new Date(at).toISOString() : null
