import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller replies are not compressed, because they fit into one packet with their headers. */
const LEAST_BYTES = 1024
/**
 * Brotli at quality 9 with a window of 64 kB takes two milliseconds for a page. Quality 6 with the
 * default window of 4 MB takes as long, and quality 11 would take fifty milliseconds.
 */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
/**
 * Less memory makes zlib choose new codes more often. So the list of a gate phone becomes smaller:
 * it is mostly random bytes, and each of its columns compresses best with its own codes. Pages take
 * no more bytes and milliseconds than with zlib's defaults.
 */
const GZIP = { level: 9, memLevel: 6 }
export const ENCODERS = {
  br: (bytes: Buffer | string): Promise<Buffer> => brotli(bytes, BROTLI),
  gzip: (bytes: Buffer | string): Promise<Buffer> => gzipped(bytes, GZIP),
}
export type Encoding = keyof typeof ENCODERS
const WORDS = /^(text\/|application\/(json|xml))/

/**
 * Compresses pages and JSON, which are made for each request, in the hook `onSend`. Leaves out
 * files, which are stored compressed and sent as streams; pictures, which are small already; and
 * replies to providers, which may not accept Brotli.
 */
export async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  if (!WORDS.test(String(reply.getHeader('content-type')))) return payload
  if (reply.hasHeader('content-encoding') || request.url.startsWith('/cb/')) return payload
  if (Buffer.byteLength(payload) < LEAST_BYTES) return payload
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers)
  return encoding ? encoded(reply, encoding, await ENCODERS[encoding](payload)) : payload
}

export function encodingFor(headers: IncomingHttpHeaders): Encoding | null {
  const accepted = acceptedBy(headers)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

export function acceptedBy(headers: IncomingHttpHeaders): string[] {
  return String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]!.trim())
}

function encoded(reply: FastifyReply, encoding: string, bytes: Buffer): Buffer {
  reply.header('content-encoding', encoding)
  // Fastify has set the length of the plain payload.
  reply.removeHeader('content-length')
  return bytes
}
