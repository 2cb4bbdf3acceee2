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

/**
 * The key pair of all sandboxes in this process that have no certificate file. They share it
 * because generating a key is slow.
 */
let unkept: Pair | undefined

function unkeptPair(): Pair {
  if (!unkept) {
    const privateKey = makeKey()
    unkept = { privateKey, certificate: makeCertificate(privateKey, NAME) }
  }
  return unkept
}

/**
 * Reads or makes the key next to the certificate file, so that certificates stay valid across
 * restarts.
 */
function keptPair(path: string): Pair {
  const keyPath = path.replace(/(\.pem)?$/, '-key.pem')
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(keyPath)) {
    const made = `${keyPath}.${process.pid}`
    writeFileSync(made, makeKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    try {
      // If two sandboxes start concurrently with the same file, the key of the first is kept.
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

/** Removes PKCS#1 v1.5 padding: 00 02, at least eight nonzero bytes, 00, then the text. */
function unpad(block: Buffer): string | undefined {
  const end = block.indexOf(0, 2)
  if (block[0] !== 0 || block[1] !== 2 || end < 10) return undefined
  return block.toString('utf8', end + 1)
}

/**
 * The API user of the business. Checks the user's name and the password, which arrives encrypted.
 */
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
      // Decryption fails if the text does not have the key's length or exceeds the key's modulus.
      return false
    }
  }
}
