import { type BlockList, isIPv4, isIPv6 } from 'node:net'
import { readNetworks } from '../networks.ts'

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The key under which limits count a caller. An IPv4 address counts in full, also in its IPv6 form
 * (RFC 4291, 2.5.5.2). An IPv6 address counts by its network, the first 64 bits: a household gets a
 * whole network, and could send each request from another address of the network. Null if the text
 * is not an IP address.
 */
export function readNetworkAddress(text: string): string | null {
  const bare = withoutPort(text)
  if (isIPv4(bare)) return bare
  const address = withoutZone(bare.replace(/^\[(.+)\]$/, '$1'))
  if (!isIPv6(address)) return null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

export function isInNetworks(list: BlockList, address: string): boolean {
  // An IPv6 caller counts by a network such as '2c0f:fe38:0:1::/64'; the network's first address is
  // checked.
  const [first = ''] = address.split('/')
  return list.check(first, isIPv4(first) ? 'ipv4' : 'ipv6')
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '0:0:0:0::/64'
}

/** Private networks (RFC 1918, 3927, 4193), from which no visitor of a public shop calls. */
const PRIVATE = readNetworks([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
])!

export function isPrivate(address: string): boolean {
  return isLoopback(address) || isInNetworks(PRIVATE, address)
}

/** The host of a request as `URL` writes it: in lower case, without the usual port. */
export const readHost = (host = ''): string => host.toLowerCase().replace(/:(80|443)$/, '')

/** Removes the port that some proxies add: '41.90.64.7:5512', '[2c0f::1]:5512'. */
function withoutPort(text: string): string {
  return text.replace(/^([\d.]+|\[.+\]):\d{1,5}$/, '$1')
}

function withoutZone(text: string): string {
  const at = text.indexOf('%')
  return at === -1 ? text : text.slice(0, at)
}

/**
 * The eight groups as numbers. `URL` writes every form of an IPv6 address as groups without dots.
 */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part = '') =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [numbers(head), numbers(tail)]
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => 0)
  return [...first, ...zeros, ...last]
}
