// The cheapest Node server that holds long polls, for comparison with the app. It holds each
// request for as long as the app does, responds with as many bytes, and reports its memory in the
// same way.
import http from 'node:http'

const WAIT_MS = 25_000
const BODY = JSON.stringify({ order: 'x'.repeat(390) })
/** Headers with about the same number and length as the app's headers. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
  'content-security-policy': 'x'.repeat(350),
  'cache-control': 'no-store',
}

const server = http.createServer((_request, response) => {
  setTimeout(() => response.writeHead(202, HEADERS).end(BODY), WAIT_MS)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  const tell = () => {
    const { user, system } = process.cpuUsage()
    const processorMs = (user + system) / 1000
    const rssBytes = process.memoryUsage.rss()
    process.send?.(
      { origin: `http://127.0.0.1:${port}`, rssBytes, processorMs, queries: 0 },
      () => {},
    )
  }
  tell()
  setInterval(tell, 50)
})
process.on('disconnect', () => process.exit(0))
