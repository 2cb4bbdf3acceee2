const WHOLE = /^https?:\/\/[^/?#]+/i

/**
 * The path that a request asks for (RFC 9112, 3.2). A proxy may send a whole address; what it names
 * before the path is not ours to judge. All else that does not begin with a slash is left as it is,
 * for isPath to refuse: the router would take any first letter for the slash.
 */
export function readTarget({ url = '' }: { url?: string | undefined }): string {
  const rest = url.replace(WHOLE, '')
  const path = rest === url || rest.startsWith('/') ? rest : `/${rest}`
  return isPath(path) ? readable(path) : path
}

export const isPath = (target: string): boolean => target.startsWith('/')

/**
 * An address with an escape that is none, such as /category/100%, is looked up as it is written:
 * its signs stand for themselves, and whoever would answer for it does.
 */
function readable(path: string): string {
  const end = path.search(/[?#]|$/)
  try {
    decodeURIComponent(path.slice(0, end))
    return path
  } catch {
    return path.slice(0, end).replaceAll('%', '%25') + path.slice(end)
  }
}
