import net from 'node:net'

/**
 * A response. `ms` is the time from the call to the end of the response, `at` is the time at which
 * the response ended. Status 0 means no response.
 */
export type RawAnswer = { status: number; ms: number; at: number }

type Connection = { socket: net.Socket; answered: ((status: number) => void) | null }

const HEAD_END = '\r\n\r\n'

/** Sends purchase calls, each from a different IP address. */
export function openPurchases(origin: string): (order: object) => Promise<RawAnswer> {
  const { post } = openPosts(origin, '/api/functions/mpesa')
  let buyers = 0
  return (order) => {
    const at = ++buyers
    return post(JSON.stringify(order), {
      'content-type': 'application/json',
      prefer: 'respond-async',
      'x-forwarded-for': `41.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    })
  }
}

/**
 * Sends POSTs over open connections. Only writes and reads bytes, without an HTTP client, because
 * the callers share the processor cores with the shop and make more calls than the shop can handle.
 * Reads only responses with a content length, which all of the shop's responses have.
 */
function openPosts(origin: string, path: string) {
  const { hostname, port, host } = new URL(origin)
  const idle: Connection[] = []

  const connect = (): Connection => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, answered: null }
    let got = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      got += text
      const head = got.indexOf(HEAD_END)
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(got)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) return socket.destroy(new Error('an answer without a length'))
      if (got.length < head + HEAD_END.length + length) return
      const status = Number(got.slice(9, 12))
      got = ''
      const { answered } = connection
      connection.answered = null
      idle.push(connection)
      answered?.(status)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      connection.answered?.(0)
    })
    return connection
  }

  return {
    post: (body: string, headers: Record<string, string>): Promise<RawAnswer> => {
      const began = performance.now()
      const connection = idle.pop() ?? connect()
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = `content-length: ${Buffer.byteLength(body)}\r\n`
      connection.socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`,
      )
      return new Promise((resolve) => {
        connection.answered = (status) => {
          const at = performance.now()
          resolve({ status, ms: at - began, at })
        }
      })
    },
  }
}
