/**
 * Measures one bench in a process of its own: `node test/bench/lib/run-bench.ts LIST NAME FILE`. LIST is a module like
 * `all.ts`; the figures go to FILE as JSON.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Benches } from '../all.ts';
import { judge } from './judge.ts';

const [list = '', name = '', file = ''] = process.argv.slice(2);
const { benches }: { benches: Benches } = await import(pathToFileURL(list).href);
const loaded = await benches[name]?.();
if (!loaded) throw new Error(`no bench ${name} in ${list}`);
const figures = await loaded.bench.measure((text) => console.error(`  ${name}: ${text}`));
for (const figure of figures) judge(figure); // a figure that says nothing is a failure of its bench alone
writeFileSync(file, JSON.stringify(figures));
