/** The scripts that make the command line a program of its own. */
import { script } from './script.ts';

type Parts = { target: string; folder: string; bundle: string; node: string; nodeVersion: string; licence: string };

export const { targets, writeCommandLine, version } = await script<{
  targets: Record<string, { platform: string; arch: 'x64' | 'arm64' }>;
  writeCommandLine(parts: Parts): void;
  version: string;
}>('lib/command-line.mjs');
export const { ownTarget } = await script<{ ownTarget: string }>('lib/node-binary.mjs');
// Without it, tests of this system's programs would be left out.
if (typeof ownTarget !== 'string') throw new Error('node-binary.mjs exports no target');
export const { cliBundle } = await script<{ cliBundle(): Promise<string> }>('lib/cli-bundle.mjs');
