/**
 * The first 48 bits of an IPv6 address in the form of `readNetworkAddress`, 'a:b:c:d::/64'. Null for
 * IPv4. A rented server has all 65,536 networks of its /48.
 */
export function prefixOf(address: string): string | null {
  const groups = address.endsWith('::/64') ? address.split(':').slice(0, 3) : null
  return groups && `${groups.join(':')}::/48`
}
