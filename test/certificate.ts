import { generateKeyPairSync } from 'node:crypto'
import { makeCertificate } from '../sandbox/certificate.ts'

/** One such as Safaricom publishes; nobody keeps its key. */
export const CERTIFICATE = makeCertificate(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  'Test',
)
