// A child process whose visitors request one page again and again. Reports the number of responses
// per second. Uses bare sockets, because a full HTTP client would use more processor time than the
// server it measures.
import { connect } from 'node:net'

const [origin, path, connections, seconds, encoding] = process.argv.slice(2)
const { hostname, port, host } = new URL(origin!)
const ASK = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
)
const END = Buffer.from('\r\n\r\n')

let answered = 0
let bytes = 0

/** Sends one request after another on a connection that stays open. */
function visit(): void {
  const socket = connect(Number(port), hostname)
  let got: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('connect', () => socket.write(ASK))
  socket.on('error', fail)
  socket.on('data', (part: Buffer) => {
    got = got.length === 0 ? part : Buffer.concat([got, part])
    const length = lengthOf(got)
    if (length === null || got.length < length) return
    if (got.length > length) fail(new Error('more came than was asked for'))
    answered++
    bytes = length
    got = Buffer.alloc(0)
    socket.write(ASK)
  })
}

/** The length of the complete response; null until the headers have arrived. */
function lengthOf(got: Buffer): number | null {
  const end = got.indexOf(END)
  if (end === -1) return null
  const head = got.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) fail(new Error(head))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)
  if (!length) fail(new Error(`no length: ${head}`))
  return end + END.length + Number(length![1])
}

function fail(error: Error): never {
  console.error(error.message)
  process.exit(1)
}

for (let i = 0; i < Number(connections); i++) visit()
// Counting starts after a pause, in which the connections are opened.
setTimeout(() => {
  const [start, began] = [answered, performance.now()]
  process.send?.({ began: true })
  setTimeout(() => {
    const took = (performance.now() - began) / 1000
    process.send?.({ answered: answered - start, perSecond: (answered - start) / took, bytes })
    process.exit(0)
  }, Number(seconds) * 1000)
}, 500)
