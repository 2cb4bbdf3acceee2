import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import type { Deps } from '../../platform/database/deps.ts'
import { isLoopback } from '../../platform/http/network-address.ts'

const TIMEOUT_MS = 10_000
const NOTICE_DAYS = 14
/** Networks that are not reachable from the internet (RFC 1918, 6598, 3927, 4193). */
const PRIVATE =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.|f[cd]|fe80)/i

type OriginDeps = Pick<Deps, 'env'>

/** Checks that visitors and M-Pesa can reach this shop at its public address. */
export async function checkOrigin({ env }: OriginDeps): Promise<string | null> {
  return await checkOne('PUBLIC_ORIGIN', env.publicOrigin)
}

/** Checks the address that M-Pesa calls. Without MPESA_CALLBACK_ORIGIN it is the public address. */
export async function checkCallbackOrigin({ env }: OriginDeps): Promise<string | null> {
  const { callbackOrigin } = env.mpesa
  const isOwn = callbackOrigin !== env.publicOrigin
  return await checkOne(isOwn ? 'MPESA_CALLBACK_ORIGIN' : 'PUBLIC_ORIGIN', callbackOrigin)
}

async function checkOne(setting: string, origin: string): Promise<string | null> {
  const { protocol, hostname } = new URL(origin)
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  if (addresses.length === 0) {
    return `${hostname} has no address. Add it to the DNS, or mend ${setting}.`
  }
  const hidden = addresses.find(({ address }) => isLoopback(address) || PRIVATE.test(address))
  if (hidden) {
    return `${hostname} leads to ${hidden.address}, which cannot be reached from outside. Let the DNS name the public address.`
  }
  if (protocol !== 'https:') return `it is not https. Daraja calls no other address in production.`
  return await callItself(origin)
}

/** Calls the shop at its own address. Exported for tests: a test's shop has no public address. */
export async function callItself(origin: string): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const reply = (await response.json().catch(() => ({}))) as { ready?: boolean }
    if (reply.ready) return null
    return reply.ready === false
      ? 'the shop there is not ready. Read: journalctl -u "lango-*" -n 50.'
      : `another program responds there (HTTP ${response.status}). Check the name and the proxy.`
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string; message?: string }; name: string }
    return `it cannot be called: ${cause?.code ?? cause?.message ?? name}. Check the DNS, the firewall, nginx and its certificate.`
  }
}

/** Checks that the certificate of the public address is good for two more weeks. */
export async function checkCertificate({ env }: OriginDeps): Promise<string | null> {
  const { protocol, hostname, port } = new URL(env.publicOrigin)
  if (protocol !== 'https:') return 'PUBLIC_ORIGIN is not https. Run certbot, and set it.'
  return await checkTls({ host: hostname, port: Number(port || 443) })
}

/** Checks the certificate of a TLS server. The certificate must be for the name `host`. */
export function checkTls(server: { host: string; port: number; ca?: string }) {
  return new Promise<string | null>((resolve) => {
    const { host: servername } = server
    const socket = connect({ ...server, servername, timeout: TIMEOUT_MS }, () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.destroy()
      const days = Math.floor((Date.parse(valid_to) - Date.now()) / (24 * 3600_000))
      if (days >= NOTICE_DAYS) return resolve(null)
      resolve(`the certificate ends in ${days} days. Run: certbot renew.`)
    })
    const end = (reason: string) => {
      socket.destroy()
      resolve(`TLS fails: ${reason}. Run certbot for this name, and reload nginx.`)
    }
    socket.on('error', (error: Error & { code?: string }) => end(error.code ?? error.message))
    socket.on('timeout', () => end('no reply'))
  })
}
