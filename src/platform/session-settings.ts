import { SECRET_LENGTH_MIN, type SettingsReader } from './settings.ts'

export function sessionSettings(r: SettingsReader, production: boolean) {
  return {
    /**
     * The secrets of access tokens and of stored second factors. The first secret signs and
     * encrypts; all secrets are accepted. A person who has one of them can act as any user.
     */
    sessionSecrets: [sessionSecret(r, production), ...r.alsoAccepted('SESSION_SECRET_ALSO')],
    secondFactor: r.oneOf(
      'SECOND_FACTOR',
      ['required', 'offered'],
      production ? 'required' : 'offered',
    ),
  }
}

function sessionSecret(r: SettingsReader, production: boolean): string {
  const secret = r.secret('SESSION_SECRET', 'lango-sandbox-session-secret-0123456789', production)
  if (!production && secret.length < SECRET_LENGTH_MIN) {
    r.faults.push(`SESSION_SECRET must have at least ${SECRET_LENGTH_MIN} characters`)
  }
  return secret
}
