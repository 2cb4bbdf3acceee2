import type { Stage } from './stage.ts'

type Answer = {
  status: number
  body: Record<string, unknown> & { access_token: string }
  cookies: { name: string; value: string; [attribute: string]: unknown }[]
  headers: Record<string, unknown>
}

/** Calls the API like a browser: sends the cookies that it received before. */
export function openJar({ app }: Pick<Stage, 'app'>, address = '192.0.2.1') {
  const cookies = new Map<string, string>()
  async function call(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    options: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const reply = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: options.headers ?? {},
      cookies: Object.fromEntries(cookies),
      ...(options.body && { payload: options.body }),
    })
    const set = reply.cookies as Answer['cookies']
    for (const { name, value } of set) {
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return { status: reply.statusCode, body: reply.json(), cookies: set, headers: reply.headers }
  }
  return {
    cookies,
    call,
    signIn: (email: string, password: string) =>
      call('POST', '/api/auth/token?grant_type=password', { body: { email, password } }),
    refresh: () => call('POST', '/api/auth/token?grant_type=refresh_token'),
    /** Requests the bearer's account. The status shows whether the bearer is valid. */
    user: (bearer: string) =>
      call('GET', '/api/auth/user', { headers: { authorization: `Bearer ${bearer}` } }),
  }
}
