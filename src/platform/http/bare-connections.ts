import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { forgetCall } from './parser-errors.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

/** Who says nothing for so long is Node's to wait for, and to refuse. */
const SILENT_MS = 1000

/** Keeps a request until it calls `held.goOn`; false where the request is not for it. */
export type Keep = (request: PlainRequest, held: HeldCall) => boolean

export type HeldCall = {
  readonly socket: Socket
  /**
   * Lets the framework see the request, as if it had just come; `note` does so first. Nothing
   * happens where it is held no more: whoever asked has gone, or has said more since.
   */
  goOn(note?: (request: IncomingMessage) => void): void
}

type House = {
  server: Server
  /** With what every request that may be kept begins: the others are read by Node alone. */
  begin: Buffer
  keep: Keep
  /** Closing waits for every connection, and Node knows nothing of these. */
  open: Set<BareConnection>
  isClosing: boolean
  /** From then on the connection is Node's. */
  handOver: (socket: Socket) => void
}

const heldSince = new WeakMap<IncomingMessage, number>()

/** Since when a request was held before the framework saw it; undefined where it was not. */
export const sinceHeld = (request: IncomingMessage) => heldSince.get(request)

/**
 * Holds who only waits, for what is under `path`, as the bare socket and the bytes that came, and
 * makes request and answer when there is something to say: Node's parser and both messages are some
 * 10 kB, and thousands wait (decisions/0076). Whatever is not plain, or not for `keep`, becomes Node's
 * with every byte that came, and so does all that follows on that connection.
 */
export function holdBare(app: FastifyInstance, path: string, keep: Keep): void {
  const { server } = app
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  const handOver = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
  const begin = Buffer.from(`GET ${path}`)
  const house: House = { server, begin, keep, open: new Set(), isClosing: false, handOver }
  for (const listener of listeners) server.off('connection', listener)
  server.on('connection', (socket: Socket) => {
    if (house.isClosing) handOver(socket)
    else new BareConnection(house, socket)
  })
  app.addHook('preClose', async () => {
    house.isClosing = true
    for (const connection of house.open) connection.endIfIdle()
  })
}

class BareConnection implements HeldCall {
  readonly socket: Socket
  readonly #house: House
  /** The request that is held or answered; null while one is waited for. */
  #head: string | null = null
  #since = 0
  #isAnswering = false

  constructor(house: House, socket: Socket) {
    this.#house = house
    this.socket = socket
    house.open.add(this)
    ;(socket as Bare)[BARE] = this
    for (const [event, listener] of LISTENERS) socket.on(event, listener)
    socket.setTimeout(SILENT_MS)
  }

  read(bytes: Buffer): void {
    if (this.#isAnswering) {
      // Its turn comes when the answer is written.
      this.socket.pause().unshift(bytes)
      return
    }
    const { begin, isClosing } = this.#house
    const mayBeHeld =
      this.#head === null && !isClosing && bytes.subarray(0, begin.length).equals(begin)
    const request = mayBeHeld ? readPlainRequest(bytes) : null
    if (!request) {
      this.#handOver(bytes)
      return
    }
    this.#head = bytes.toString('latin1')
    this.#since = performance.now()
    if (this.#house.keep(request, this)) this.socket.setTimeout(0)
    else this.#handOver()
  }

  goOn(note?: (request: IncomingMessage) => void): void {
    if (this.#head === null || this.#isAnswering || this.socket.destroyed) return
    this.#isAnswering = true
    const { server, isClosing } = this.#house
    const asked = readPlainRequest(bytesOf(this.#head))!
    const request = makeRequest(this.socket, asked)
    heldSince.set(request, this.#since)
    note?.(request)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = asked.staysOpen && !isClosing
    if (response.shouldKeepAlive) {
      // As Node says it where the connection is its own.
      response.setHeader('connection', 'keep-alive')
      response.setHeader('keep-alive', `timeout=${Math.floor(server.keepAliveTimeout / 1000)}`)
    }
    response.assignSocket(this.socket)
    response.once('finish', () => this.#listenAgain(response))
    server.emit('request', request, response)
  }

  timeOut(): void {
    // Between two requests it is idle; of who has not said a word yet Node is to judge.
    if (this.#since > 0) this.socket.destroy()
    else this.#handOver()
  }

  endIfIdle(): void {
    if (this.#head === null) this.socket.destroy()
  }

  forget(): void {
    this.#head = null
    this.#house.open.delete(this)
  }

  #listenAgain(response: ServerResponse): void {
    response.detachSocket(this.socket)
    forgetCall(this.socket)
    process.nextTick(() => response.emit('close'))
    this.#head = null
    this.#isAnswering = false
    const stays = response.getHeader('connection') === 'keep-alive'
    if (stays) this.socket.setTimeout(this.#house.server.keepAliveTimeout).resume()
    else this.socket.destroySoon()
  }

  #handOver(bytes?: Buffer): void {
    const { socket } = this
    for (const [event, listener] of LISTENERS) socket.off(event, listener)
    // What is put back is read once Node listens.
    socket.setTimeout(0).pause()
    if (bytes) socket.unshift(bytes)
    if (this.#head !== null) socket.unshift(bytesOf(this.#head))
    this.forget()
    this.#house.handOver(socket)
    socket.resume()
  }
}

const BARE = Symbol('bare connection')
type Bare = Socket & { [BARE]: BareConnection }

/** The same functions for all: what is made for each counts. */
const LISTENERS: [string, (this: Bare, bytes: Buffer) => void][] = [
  ['data', onData],
  ['timeout', onTimeout],
  ['end', onEnd],
  ['error', onEnd],
  ['close', onClose],
]

function onData(this: Bare, bytes: Buffer): void {
  this[BARE].read(bytes)
}

function onTimeout(this: Bare): void {
  this[BARE].timeOut()
}

function onEnd(this: Bare): void {
  this.destroy()
}

function onClose(this: Bare): void {
  this[BARE].forget()
}

const bytesOf = (head: string) => Buffer.from(head, 'latin1')

/** As Node's parser makes it of the same bytes. */
function makeRequest(socket: Socket, { url, httpVersion, rawHeaders }: PlainRequest) {
  const request = new IncomingMessage(socket)
  const [httpVersionMajor, httpVersionMinor] = httpVersion.split('.').map(Number)
  const version = { httpVersion, httpVersionMajor, httpVersionMinor }
  Object.assign(request, { method: 'GET', url, ...version, rawHeaders, complete: true })
  request.headers = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    request.headers[rawHeaders[at]!.toLowerCase()] = rawHeaders[at + 1]!
  }
  // It has no body.
  request.push(null)
  return request
}
