import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Deps } from '../../platform/database/deps.ts'

type Settings = Pick<Deps['env']['mpesa'], 'initiatorPassword' | 'securityCertificate'>

/**
 * The initiator's password, encrypted for M-Pesa's certificate: PKCS#1 v1.5 of the password alone,
 * as Safaricom requires. Null if the certificate cannot be read.
 */
export function makeSecurityCredential(settings: Settings): string | null {
  const { initiatorPassword, securityCertificate } = settings
  try {
    // The sandbox may write its certificate after our start, so a file is read for each call.
    const key = securityCertificate.includes('-----BEGIN')
      ? securityCertificate
      : readFileSync(securityCertificate, 'utf8')
    const padding = constants.RSA_PKCS1_PADDING
    return publicEncrypt({ key, padding }, Buffer.from(initiatorPassword)).toString('base64')
  } catch {
    return null
  }
}
