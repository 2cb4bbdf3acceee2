const KEPT_MS = 60_000

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Revoke the address only after KEPT_MS, because the browser may still be reading the file.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
