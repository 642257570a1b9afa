/** `npm run test:kill -- --rounds N [--seed S]`: the kill test alone, as often as asked. The seed is in its output. */
import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/packages.mjs';
import { environment, runNode, tools } from './lib/project.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } } });
const wrong = Object.values(values).find((value) => !/^[1-9]\d*$/.test(value));
if (wrong !== undefined) {
  console.error(`not a whole number from 1: ${wrong}`);
  process.exitCode = 2;
} else {
  await ensurePackages();
  const env = environment({ KILL_ROUNDS: values.rounds, ...(values.seed && { KILL_SEED: values.seed }) });
  process.exitCode = await runNode([tools.vitest, 'run', 'kill.test'], { env });
}
