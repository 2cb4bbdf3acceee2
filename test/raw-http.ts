import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/**
 * Sends these bytes unchanged and reads until the server closes the connection. A valid request
 * must therefore contain `Connection: close`.
 */
export function sendRaw(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) })
    // If the server closes while the test is still sending, the connection is reset. The error is
    // ignored once the response has been read.
    socket.on('error', (error) => parts.length === 0 && reject(error))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('close', () => resolve(readAnswer(Buffer.concat(parts).toString('latin1'))))
    socket.write(bytes)
  })
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  }
}
