// The cheapest Node server that returns a page, for comparison with the shop. It sends bytes and
// headers that it fetched from the shop once and stored.
import http from 'node:http'

const pages = new Map<string, { headers: string[]; body: Buffer }>()

/**
 * Fetches a page with the same request headers as the bench's visitors, so that the page is
 * compressed in the same way.
 */
function take(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ask = { headers: { 'accept-encoding': 'br' } }
    http
      .get(address, ask, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          const own = /^(date|connection|keep-alive)$/i
          const headers = answer.rawHeaders.filter((_, at, all) => !own.test(all[at - (at % 2)]!))
          pages.set(new URL(address).pathname, { headers, body })
          resolve()
        })
      })
      .on('error', reject)
  })
}

await Promise.all(process.argv.slice(2).map(take))
const server = http.createServer((request, response) => {
  const { headers, body } = pages.get(request.url!)!
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ origin: `http://127.0.0.1:${port}` })
})
process.on('disconnect', () => process.exit(0))
