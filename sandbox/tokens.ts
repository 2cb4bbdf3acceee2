import { accessToken } from './ids.ts'

/** The only valid access token. Requesting a new token invalidates it. */
export class Tokens {
  readonly #lifetimeMs: number
  #current: string | undefined
  #endsAt = 0

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs
  }

  issue(): { access_token: string; expires_in: string } {
    this.#current = accessToken()
    this.#endsAt = Date.now() + this.#lifetimeMs
    // The lifetime is sent as text, and is one second shorter than the real lifetime.
    return {
      access_token: this.#current,
      expires_in: String(Math.max(0, Math.floor(this.#lifetimeMs / 1000) - 1)),
    }
  }

  isAlive(token: string): boolean {
    return token === this.#current && Date.now() < this.#endsAt
  }

  expire(): void {
    this.#current = undefined
  }
}
