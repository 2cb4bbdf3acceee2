import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ServedRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/**
 * A response. `drop` closes the connection without a response, `half` closes it in the middle of a
 * response, `hang` never responds.
 */
export type Served = { status?: number; body?: unknown; type?: string } | 'drop' | 'half' | 'hang'

/** Starts a simulated provider on a real socket. The test chooses its responses. */
export async function startScriptedServer(
  answer: (request: ServedRequest) => Served | Promise<Served>,
) {
  const requests: ServedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(request)
    serve(response, await answer(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>

function serve(response: ServerResponse, served: Served): void {
  if (served === 'hang') return
  if (served === 'drop') {
    response.destroy()
    return
  }
  if (served === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"access_token":"', () => response.destroy())
    return
  }
  const { status = 200, body = '' } = served
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = served.type ?? (typeof body === 'string' ? 'text/plain' : 'application/json')
  response.writeHead(status, { 'content-type': type }).end(text)
}

/** Returns an address on which no process listens: a port that was free just now. */
export async function closedAddress(): Promise<string> {
  const server = await startScriptedServer(() => ({}))
  await server.close()
  return server.url
}
