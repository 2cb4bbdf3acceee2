// The cheapest Node server that refuses every request as overloaded, for comparison with the shop.
// Its refusals have as many bytes as the shop's, and both servers get their requests from the same
// program.
import http from 'node:http'

const BODY = JSON.stringify({ code: 'overloaded', error: 'x'.repeat(62), message: 'x'.repeat(62) })
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
  'content-security-policy': 'x'.repeat(350),
  'retry-after': '5',
  'cache-control': 'no-store',
}

const server = http.createServer((_request, response) => {
  response.writeHead(503, HEADERS).end(BODY)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ origin: `http://127.0.0.1:${port}` })
})
process.on('disconnect', () => process.exit(0))
