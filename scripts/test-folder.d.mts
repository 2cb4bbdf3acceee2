export function testFolder(dataDir: string): string
