/** Runs of `screen --json --name`: arguments and output. */
import { type CliRun, json } from '../cli/run-cli.ts';

/** Arguments of `screen` for one person. */
export const one = (name: string, ...more: string[]) => ['--json', '--name', name, ...more];
const letters = { hit: 'H', clear: 'C', unread: 'U', 'no-answer': 'A', 'not-asked': 'N' };
/** A letter for each of `lists judicial procurator news social`: Hit, Clear, Unread, no Answer, Not asked. */
export const matrix = (run: CliRun) =>
  json(run)
    .sources.map(({ state }: { state: keyof typeof letters }) => letters[state])
    .join('');
