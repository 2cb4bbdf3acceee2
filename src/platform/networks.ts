import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Reads networks and addresses such as '196.201.214.0/24' or '2c0f:fe38::/32'. Null if one of them
 * is faulty. An IPv6 network has at most 64 bits, because a caller's address is known only by its
 * first 64 bits (see `readNetworkAddress`).
 */
export function readNetworks(networks: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits, ...more] = network.split('/')
    const [family, bitsMax] = isIPv4(address) ? (['ipv4', 32] as const) : (['ipv6', 64] as const)
    const isNetwork = (isIPv4(address) || isIPv6(address)) && more.length === 0
    const prefix = bits === undefined ? bitsMax : Number(/^\d{1,2}$/.test(bits) ? bits : Number.NaN)
    if (!isNetwork || !(prefix <= bitsMax)) return null
    list.addSubnet(address, prefix, family)
  }
  return list
}
