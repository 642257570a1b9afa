/** For which system and processor a program or library is, by its first bytes. */
import { open } from 'node:fs/promises';

const processors: Record<string, Record<number, string>> = {
  linux: { 62: 'x64', 183: 'arm64' },
  win32: { 34404: 'x64', 43620: 'arm64' },
  darwin: { 16777223: 'x64', 16777228: 'arm64' },
};

/** @returns `linux-x64` and the like (`universal` for both processors of macOS), or null for what is no binary */
export async function binaryKind(path: string): Promise<string | null> {
  const file = await open(path);
  const { buffer: head } = await file.read(Buffer.alloc(1024), 0, 1024, 0).finally(() => file.close());
  const kind = (platform: string, processor: number) => `${platform}-${processors[platform]?.[processor] ?? 'unknown'}`;
  if (head.readUInt32BE(0) === 0x7f454c46) return kind('linux', head.readUInt16LE(18));
  if (head.readUInt32LE(0) === 0xfeedfacf) return kind('darwin', head.readUInt32LE(4));
  if (head.readUInt32BE(0) === 0xcafebabe) return 'darwin-universal';
  if (head.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = head.readUInt32LE(0x3c);
  return at + 6 < head.length && head.toString('latin1', at, at + 2) === 'PE' ? kind('win32', head.readUInt16LE(at + 4)) : null;
}
