/** The scripts that make the command line a program of its own. Plain JavaScript, as all scripts are: they have no types of their own. */
const script = (name: string): string => new URL(`../../../scripts/lib/${name}`, import.meta.url).href;

type Parts = { target: string; folder: string; bundle: string; node: string; nodeVersion: string; licence: string };

export const { targets, writeCommandLine, version } = (await import(script('command-line.mjs'))) as {
  targets: Record<string, { platform: string; arch: 'x64' | 'arm64' }>;
  writeCommandLine(parts: Parts): void;
  version: string;
};
export const { ownTarget } = (await import(script('node-binary.mjs'))) as { ownTarget: string };
// Without it, tests of this system's programs would be left out.
if (typeof ownTarget !== 'string') throw new Error('node-binary.mjs exports no target');
export const { cliBundle } = (await import(script('cli-bundle.mjs'))) as { cliBundle(): Promise<string> };
