/** Runs of `screen --json --name`: arguments and output. */
import type { CliRun } from '../cli/run-cli.ts';

/** Arguments of `screen` for one person. */
export const one = (name: string, ...more: string[]) => ['--json', '--name', name, ...more];
/** @throws Error with stderr when stdout is not JSON */
export const json = ({ stdout, stderr }: CliRun) => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; stderr: ${stderr}`);
  }
};
const letters = { hit: 'H', clear: 'C', unread: 'U', 'no-answer': 'A', 'not-asked': 'N' };
/** A letter for each of `lists judicial procurator news social`: Hit, Clear, Unread, no Answer, Not asked. */
export const matrix = (run: CliRun) =>
  json(run)
    .sources.map(({ state }: { state: keyof typeof letters }) => letters[state])
    .join('');
