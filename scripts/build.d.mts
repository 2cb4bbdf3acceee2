export function buildPages(before?: string): Promise<void>
export function arePagesBuilt(): boolean
