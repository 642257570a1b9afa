import { readFileSync } from 'node:fs';

/**
 * Peak memory of this process so far, in bytes. On Linux `resourceUsage` also counts that of its parent process,
 * since a program begins in the memory of its parent.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
