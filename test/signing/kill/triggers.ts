/** When the station is killed: at any time, or shortly after something was seen of it. */
import { watch } from 'node:fs';
import type { StationProcess } from '../../support/kill/child-process.ts';
import type { Random } from '../../support/kill/random.ts';
import type { Left } from './examine.ts';
import type { Front } from './front.ts';
import type { StationReport } from './protocol.ts';

export type Trigger = 'time' | 'start' | 'open' | 'encrypting' | 'queued' | 'request' | 'answer' | 'answered' | 'signed' | 'delivered';

/** By weight. What the last kill cut off is put in order at the start: then the start is worth more kills. */
export const triggers = (left: Left | null): (readonly [number, Trigger])[] => [
  [left && left.calls + left.answered > 0 ? 25 : 4, 'start'],
  [12, 'time'],
  [4, 'open'],
  [10, 'encrypting'],
  [8, 'queued'],
  [16, 'request'],
  [14, 'answer'],
  [14, 'answered'],
  [10, 'signed'],
  [4, 'delivered'],
];

/** Milliseconds after what is waited for, at most. */
const latest: Record<Trigger, number> = {
  time: 900,
  start: 60,
  open: 5,
  encrypting: 25,
  queued: 4,
  request: 25,
  answer: 30,
  answered: 40,
  signed: 4,
  delivered: 4,
};

type Scene = { child: StationProcess; front: Front; random: Random; outputFolder: string; kill: () => void };

/** @returns what takes it back */
export function armKill(trigger: Trigger, { child, front, random, outputFolder, kill }: Scene): () => void {
  const delay = random.chance(0.2) ? 0 : random.next() * latest[trigger];
  let skip = random.between(0, 2);
  let timer: NodeJS.Timeout | undefined;
  const fire = () => {
    if (timer) return;
    if (delay < 1) kill();
    timer = setTimeout(kill, delay);
  };
  const fireLater = () => {
    skip -= 1;
    if (skip < 0) fire();
  };
  const onReport = (said: StationReport) => {
    if (said.kind === trigger) fire();
    if (said.kind !== 'changed') return;
    if (trigger === 'signed' && said.jobs.some(({ status, delivery }) => status === 'signed' && delivery === 'waiting')) fireLater();
    if (trigger === 'delivered' && said.jobs.some(({ delivery }) => delivery === 'done')) fireLater();
  };
  child.heard.on('report', onReport);
  // A delivery takes less time than the report that it is under way.
  const watcher = trigger === 'signed' ? watch(outputFolder, (_, name) => name?.endsWith('.part') && fireLater()) : null;
  if (trigger === 'time' || trigger === 'start') fire();
  if (trigger === 'request' || trigger === 'answer' || trigger === 'answered') front.events.on(trigger, fireLater);
  return () => {
    clearTimeout(timer);
    watcher?.close();
    child.heard.off('report', onReport);
    for (const event of ['request', 'answer', 'answered'] as const) front.events.off(event, fireLater);
  };
}
