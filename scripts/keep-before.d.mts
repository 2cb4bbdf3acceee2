export function keepBefore(from: string, dist: string): void
