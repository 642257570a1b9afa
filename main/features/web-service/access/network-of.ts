/**
 * What wrong tries of an address are counted under: an IPv4 address itself, also when it is written as IPv6; of an IPv6
 * address the network (its first 64 bits), since whoever has one address of it has all of them.
 */
import { isIPv4, isIPv6 } from 'node:net';

export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/s, '').toLowerCase();
  if (!isIPv6(plain)) return address.slice(0, 100);
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  // The URL parser writes it in one way: hexadecimal, without leading zeros, the longest run of zeros as `::`.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after];
  // `::ffff:7f00:1`: the same as 127.0.0.1, in another spelling.
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return all
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  }
  return `${all.slice(0, 4).join(':')}::/64`;
}
