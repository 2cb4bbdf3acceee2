import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readNetworks } from './networks.ts'

export const SECRET_LENGTH_MIN = 32

/**
 * The settings that platform reads. `src/env.ts` adds the settings of the rooms to this interface,
 * like a Fastify plugin that adds fields to a request, so that platform knows no room's settings.
 */
export interface Settings {
  production: boolean
  development: boolean
  publicOrigin: string
  /**
   * The proxies that append the caller's address to X-Forwarded-For. True: only the proxy that
   * calls us. A list: all proxies in these networks, if one proxy calls another.
   */
  trustProxy: boolean | string[]
  /** The networks from which providers may call back. If empty, every network may. */
  callbackNetworks: string[]
  /** The tokens that open /metrics. If empty, no caller may open it. */
  operatorTokens: string[]
  /**
   * The longest wait of a request in ms. A request that would wait longer is refused. 0 means that
   * no request is refused.
   */
  workWaitMs: number
}

export class SettingsReader {
  readonly faults: string[] = []
  readonly #source: Record<string, string | undefined>
  constructor(source: Record<string, string | undefined>) {
    this.#source = source
  }
  /** The trimmed value: '' if the variable is set and empty, undefined if it is not set. */
  read(name: string): string | undefined {
    return this.#source[name]?.trim()
  }
  text(name: string, fallback: string): string {
    const value = this.read(name)
    return value === undefined || value === '' ? fallback : value
  }
  optional(name: string): string | null {
    return this.text(name, '') || null
  }
  /** A setting that production must have. The sandbox uses a published value. */
  credential(name: string, sandboxValue: string, production: boolean): string {
    const value = this.text(name, '')
    if (!value && production) {
      this.faults.push(`${name} is missing: LANGO_ENV=production needs it`)
    }
    return value || sandboxValue
  }
  /** A credential that must differ from the sandbox's published value and be too long to guess. */
  secret(name: string, sandboxValue: string, production: boolean): string {
    const value = this.credential(name, sandboxValue, production)
    if (!production || !this.text(name, '')) return value
    if (value === sandboxValue) {
      this.faults.push(
        `${name} is the sandbox's, which is published: production needs one of its own`,
      )
    } else if (value.length < SECRET_LENGTH_MIN) {
      this.faults.push(`${name} must have at least ${SECRET_LENGTH_MIN} characters`)
    }
    return value
  }
  /** The second accepted value while a secret is being changed: a list of one value, or empty. */
  alsoAccepted(name: string): string[] {
    const value = this.optional(name)
    if (value === null) return []
    if (value.length < SECRET_LENGTH_MIN) {
      this.faults.push(`${name} must have at least ${SECRET_LENGTH_MIN} characters`)
    }
    return [value]
  }
  /** A certificate in PEM, or its file's path. The sandbox may write the file after the start. */
  certificate(name: string, sandboxFile: string, production: boolean): string {
    const value = this.credential(name, sandboxFile, production)
    if (!production || !this.text(name, '')) return value
    try {
      const pem = value.includes('-----BEGIN') ? value : readFileSync(value, 'utf8')
      if (new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa') return pem
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ENOENT' || code === 'EACCES') {
        this.faults.push(`${name} names the file ${value}, which cannot be read: ${code}`)
        return value
      }
    }
    this.faults.push(`${name} must be a certificate in PEM with an RSA key, or a file with one`)
    return value
  }
  integer(name: string, fallback: number, min: number, max: number): number {
    const raw = this.text(name, String(fallback))
    const value = Number(raw)
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value
    this.faults.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`)
    return fallback
  }
  decimal(name: string, fallback: number, min: number, max: number): number {
    const raw = this.text(name, String(fallback))
    const value = Number(raw)
    if (/^\d+(\.\d+)?$/.test(raw) && value >= min && value <= max) return value
    this.faults.push(`${name} must be a number from ${min} to ${max}, not "${raw}"`)
    return fallback
  }
  /** A number with up to two decimals, in hundredths. 0 if the variable is not set. */
  hundredths(name: string, max: number): number {
    const raw = this.text(name, '0')
    const value = Math.round(Number(raw) * 100)
    if (/^\d+(\.\d{1,2})?$/.test(raw) && value <= max * 100) return value
    this.faults.push(
      `${name} must be a number from 0 to ${max} with at most two decimals, not "${raw}"`,
    )
    return 0
  }
  origin(name: string, fallback: string): string {
    const value = this.text(name, fallback)
    try {
      const url = new URL(value)
      if (/^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) return url.origin
    } catch {
      // Not a URL. Reported below.
    }
    this.faults.push(
      `${name} must be an address such as https://www.example, without a path, not "${value}"`,
    )
    return fallback
  }
  /** Reads a token of hex digits, which cannot spell a word that a provider refuses in a URL. */
  hexToken(name: string): string | null {
    const token = this.optional(name)
    if (token === null || /^[0-9a-f]{32,64}$/.test(token)) return token
    this.faults.push(`${name} must have 32 to 64 hex digits, such as openssl rand -hex 16 gives`)
    return null
  }
  proxies(name: string): boolean | string[] {
    const value = this.text(name, 'no')
    if (value === 'yes' || value === 'no') return value === 'yes'
    return this.networks(name, 'yes, no or ')
  }
  networks(name: string, others = ''): string[] {
    const value = this.text(name, '')
    const networks = value === '' ? [] : value.split(',').map((network) => network.trim())
    if (readNetworks(networks)) return networks
    this.faults.push(
      `${name} must be ${others}networks such as 196.201.214.0/24, separated by commas (IPv6 up to /64), not "${value}"`,
    )
    return []
  }
  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name, fallback)
    const found = allowed.find((candidate) => candidate === value)
    if (found) return found
    this.faults.push(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
    return fallback
  }
}
