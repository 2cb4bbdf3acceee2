import {
  constants,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeCertificate } from './certificate.ts'

interface Pair {
  privateKey: KeyObject
  certificate: string
}

const NAME = 'Lango sandbox'

function makeKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** Sandboxes of one process that keep nothing share one: making it takes a moment. */
let unkept: Pair | undefined

function unkeptPair(): Pair {
  if (!unkept) {
    const privateKey = makeKey()
    unkept = { privateKey, certificate: makeCertificate(privateKey, NAME) }
  }
  return unkept
}

/** The key is kept next to the certificate, so that certificates stay valid across restarts. */
function keptPair(path: string): Pair {
  const keyPath = path.replace(/(\.pem)?$/, '-key.pem')
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(keyPath)) {
    const made = `${keyPath}.${process.pid}`
    writeFileSync(made, makeKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    try {
      // If two sandboxes start at the same time with one file, the first one's key stays.
      linkSync(made, keyPath)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(made)
  }
  const privateKey = createPrivateKey(readFileSync(keyPath))
  const certificate = makeCertificate(privateKey, NAME)
  writeFileSync(`${path}.${process.pid}`, certificate)
  renameSync(`${path}.${process.pid}`, path)
  return { privateKey, certificate }
}

/** PKCS#1 v1.5 taken apart by hand: 00 02, eight or more that are not zero, 00, the text. */
function unpad(block: Buffer): string | undefined {
  const end = block.indexOf(0, 2)
  if (block[0] !== 0 || block[1] !== 2 || end < 10) return undefined
  return block.toString('utf8', end + 1)
}

/** The API user of the business: his name, and his password as it comes, encrypted. */
export class Initiator {
  readonly #name: string
  readonly #password: string
  readonly #path: string | undefined
  #pair: Pair | undefined

  constructor(name: string, password: string, path: string | undefined) {
    this.#name = name
    this.#password = password
    this.#path = path
    if (path) this.#pair = keptPair(path)
  }

  #keys(): Pair {
    this.#pair ??= this.#path ? keptPair(this.#path) : unkeptPair()
    return this.#pair
  }

  get certificate(): string {
    return this.#keys().certificate
  }

  isRight(name: string, credential: string): boolean {
    if (name !== this.#name) return false
    try {
      const padding = constants.RSA_NO_PADDING
      const bytes = Buffer.from(credential, 'base64')
      return (
        unpad(privateDecrypt({ key: this.#keys().privateKey, padding }, bytes)) === this.#password
      )
    } catch {
      // Not of the key's length, or beyond its modulus.
      return false
    }
  }
}
