export function buildPages(): Promise<void>
export function arePagesBuilt(): boolean
