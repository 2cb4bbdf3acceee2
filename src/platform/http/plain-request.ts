/** A GET that came whole in one piece and of which nothing has to be read, refused or believed. */
export type PlainRequest = {
  readonly url: string
  readonly httpVersion: '1.0' | '1.1'
  /** Names and values by turns, as Node has them. No name is there twice. */
  readonly rawHeaders: string[]
  /** Whether the connection is for another one after it. */
  readonly staysOpen: boolean
}

const MOST_BYTES = 4096
const HEAD = /^GET (\/[!-~]*) HTTP\/(1\.[01])\r\n((?:[A-Za-z\d-]+: ?[!-~][ -~]*\r\n)+)\r\n$/
/** Who has one of these asks for more than an answer. */
const UNUSUAL =
  /^(authorization|content-length|transfer-encoding|expect|upgrade|http2-settings|te|trailer|set-cookie)$/
/** What Node's parser takes the same way: of 1.0 alone, that it ends. */
const CONNECTION = { '1.0': /^close$/i, '1.1': /^(keep-alive|close)$/i }

/** Reads much less than HTTP allows: null where Node's own parser is to judge. */
export function readPlainRequest(head: Buffer): PlainRequest | null {
  const found = head.length <= MOST_BYTES && HEAD.exec(head.toString('latin1'))
  if (!found) return null
  const httpVersion = found[2] as PlainRequest['httpVersion']
  const rawHeaders: string[] = []
  const names = new Set<string>()
  let staysOpen = httpVersion === '1.1'
  for (const line of found[3]!.slice(0, -2).split('\r\n')) {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()]
    const known = name.toLowerCase()
    if (UNUSUAL.test(known) || names.has(known)) return null
    if (known === 'connection') {
      if (!CONNECTION[httpVersion].test(value)) return null
      staysOpen &&= !/^close$/i.test(value)
    }
    names.add(known)
    rawHeaders.push(name, value)
  }
  if (httpVersion === '1.1' && !names.has('host')) return null
  return { url: found[1]!, httpVersion, rawHeaders, staysOpen }
}

export function headerOf({ rawHeaders }: PlainRequest, name: string): string | undefined {
  const at = rawHeaders.findIndex((one, i) => i % 2 === 0 && one.toLowerCase() === name)
  return at < 0 ? undefined : rawHeaders[at + 1]
}
