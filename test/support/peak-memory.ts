import { readFileSync } from 'node:fs';

/**
 * Most memory of this process so far, in bytes. On Linux `resourceUsage` counts that of the process that started this one,
 * too: a program begins in the memory of its parent.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
