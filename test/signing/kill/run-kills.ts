/** One run: a few hundred documents, a provider that misbehaves, and a station that is killed again and again. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { profileSchema } from '../../support/doors/domain.ts';
import { startPracticeWorker } from '../../support/doors/practice.ts';
import { type StationProcess, startChild } from '../../support/kill/child-process.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { program } from '../../support/runner/programs.ts';
import { type Account, createAccount, isLeft, type Paper } from './account.ts';
import { examine, type Left, makePlace, type Place } from './examine.ts';
import { type Front, startFront } from './front.ts';
import { makePapers, profileAt } from './papers.ts';
import { createPerson } from './person.ts';
import { type Go, nameOf, type StationReport } from './protocol.ts';
import { armKill, type Trigger, triggers } from './triggers.ts';

/** What the station was at when it was killed; one kill may hit several. */
export const phases = ['encrypting', 'sending', 'receiving', 'evaluating', 'delivering', 'recovering'] as const;
export type Phase = (typeof phases)[number];

/** What most likely hits each phase. */
const triggerOf: Record<Phase, Trigger> = {
  encrypting: 'encrypting',
  sending: 'request',
  receiving: 'answer',
  evaluating: 'answered',
  delivering: 'signed',
  recovering: 'start',
};

export type Report = {
  kills: Record<Phase, number>;
  triggers: Partial<Record<Trigger, number>>;
  rounds: number;
  acknowledged: number;
  sent: number;
  releases: number;
  signed: number;
  done: Account['done'];
  faults: string[];
};

/** Milliseconds from the opening of the station on, and those that it has to open, however slow the machine is. */
const [lastResort, opensWithin] = [2_500, 30_000];
/** Rounds at most, as long as a phase was not hit often enough: this many times those asked for. */
const maxRounds = 4;
const examineAllEvery = 20;

export async function runKills(options: { rounds: number; seed: number; documents: number; root: string }): Promise<Report> {
  const random = createRandom(options.seed);
  const vaultKey = randomBytes(32);
  const place = await makePlace(options.root, vaultKey);
  const account = createAccount(await makePapers(place.papers, options.documents, random, nameOf));
  const practice = await startPracticeWorker(workerUrl('practice/worker'));
  const front = await startFront(practice, account, random);
  const go: Go = {
    kind: 'go',
    dataDir: place.dataDir,
    outputFolder: place.outputFolder,
    profile: profileAt(front.origin, profileSchema.parse(practice.profile)),
    secrets: practice.secrets,
  };
  const report: Report = {
    kills: { encrypting: 0, sending: 0, receiving: 0, evaluating: 0, delivering: 0, recovering: 0 },
    triggers: {},
    rounds: 0,
    acknowledged: 0,
    sent: 0,
    releases: 0,
    signed: 0,
    done: account.done,
    faults: account.faults,
  };
  let batches = 0;
  const station = { account, random, front, go, nextBatch: () => ++batches };
  // The next one loads while this one works.
  let next = startChild(vaultKey, program('signing-kill-child'));
  try {
    let left: Left | null = null;
    const verified = new Set<string>();
    const enough = Math.max(1, Math.floor(options.rounds / 20));
    const complete = () => phases.every((phase) => report.kills[phase] >= enough);
    const goOn = () => report.rounds < options.rounds || (report.rounds < maxRounds * options.rounds && !complete());
    while (goOn() && account.faults.length === 0) {
      const child: StationProcess = next;
      next = startChild(vaultKey, program('signing-kill-child'));
      const killed = await killOnce(child, aim(report, left, random), station);
      report.rounds += 1;
      report.triggers[killed.trigger] = (report.triggers[killed.trigger] ?? 0) + 1;
      await front.idle();
      if (report.rounds % examineAllEvery === 0) verified.clear();
      const before: Left | null = left;
      left = await examine(place, account, verified);
      count(report, killed, before, left);
    }
    if (account.faults.length === 0) {
      next = await settleAll(next, station, vaultKey);
      await checkEnd(place, account);
    }
    account.compare(await practice.log());
  } finally {
    next.kill();
    await next.gone;
    await front.close();
    await practice.close();
  }
  const sum = (of: (paper: Paper) => number) => account.papers.reduce((total, paper) => total + of(paper), 0);
  report.acknowledged = sum(({ acknowledged }) => Number(acknowledged));
  report.sent = sum(({ wentOut }) => wentOut);
  report.releases = sum(({ byPerson }) => byPerson);
  report.signed = sum(({ settled }) => Number(settled === 'signed'));
  return report;
}

type AtWork = { account: Account; random: Random; front: Front; go: Go; nextBatch: () => number };
type Killed = { trigger: Trigger; opened: boolean; encrypting: boolean; live: { sending: number; answering: number } };

/** Every other kill aims at the phase that was hit least; the others are by chance. */
function aim({ kills, rounds }: Report, left: Left | null, random: Random): Trigger {
  if (rounds % 2 === 1) return random.pick(triggers(left));
  // Only what the last kill cut off is recovered.
  const possible = phases.filter((phase) => phase !== 'recovering' || (left !== null && left.calls + left.answered > 0));
  return triggerOf[possible.reduce((least, phase) => (kills[phase] < kills[least] ? phase : least))];
}

async function killOnce(child: StationProcess, trigger: Trigger, { account, random, front, go, nextBatch }: AtWork): Promise<Killed> {
  const person = createPerson(account, random, child.send, nextBatch);
  const killed: Killed = { trigger, opened: false, encrypting: false, live: { sending: 0, answering: 0 } };
  let alive = true;
  const kill = () => {
    if (!alive) return;
    alive = false;
    child.kill();
    killed.live = front.live();
  };
  const onReport = (said: StationReport) => {
    if (said.kind === 'open') {
      killed.opened = true;
      clearTimeout(atLast);
      atLast = setTimeout(kill, lastResort);
    }
    if (said.kind === 'encrypting') killed.encrypting = true;
    if (said.kind === 'queued' || said.kind === 'faults') killed.encrypting = false;
    person.hear(said);
    if (alive && (said.kind === 'open' || said.kind === 'queued')) person.act();
  };
  await child.ready;
  child.heard.on('report', onReport);
  const disarm = armKill(killed.trigger, { child, front, random, outputFolder: go.outputFolder, kill });
  let atLast = setTimeout(kill, opensWithin);
  const acting = setInterval(() => alive && killed.opened && person.act(), 150);
  child.send(go);
  const code = await child.gone;
  clearTimeout(atLast);
  clearInterval(acting);
  disarm();
  if (code !== null) account.fault(`the station ended by itself with code ${code}`);
  return killed;
}

function count({ kills }: Report, { opened, encrypting, live }: Killed, before: Left | null, left: Left): void {
  kills.encrypting += Number(encrypting);
  if (opened) {
    kills.sending += Number(live.sending > 0);
    kills.receiving += Number(live.answering > 0);
    kills.evaluating += Number(left.answered > 0);
    kills.delivering += Number(left.delivering > 0);
  } else if (before) kills.recovering += Number(before.calls + before.answered > 0);
}

/** Without misbehaviour and kills everything ends. Returns a process that waits. */
async function settleAll(
  child: StationProcess,
  { account, random, front, go, nextBatch }: AtWork,
  vaultKey: Buffer,
): Promise<StationProcess> {
  front.behave();
  const person = createPerson(account, random, child.send, nextBatch);
  let opened = false;
  child.heard.on('report', (said) => {
    opened ||= said.kind === 'open';
    person.hear(said);
  });
  await child.ready;
  child.send(go);
  const until = Date.now() + 180_000;
  while (!(opened && person.settle())) {
    if (Date.now() > until) {
      const open = account.papers.filter((paper) => paper.settled !== 'signed' && !isLeft(paper));
      account.fault(`${open.length} documents have no end: ${open.slice(0, 5).map(({ name, shown }) => `${name} ${shown}`)}`);
      break;
    }
    await wait(500);
  }
  await end(child, account);
  // One more start and end: nothing is left over then.
  const last = startChild(vaultKey, program('signing-kill-child'));
  await last.ready;
  last.send(go);
  await end(last, account);
  return startChild(vaultKey, program('signing-kill-child'));
}

async function end(child: StationProcess, account: Account): Promise<void> {
  child.send({ kind: 'end' });
  const code = await Promise.race([child.gone, wait(60_000, 'late' as const, { ref: false })]);
  if (code !== 0) account.fault(`the station did not end well: ${code}`);
  child.kill();
  await child.gone;
}

async function checkEnd(place: Place, account: Account): Promise<void> {
  const { encrypted, unfinished } = await examine(place, account, new Set());
  for (const left of unfinished) account.fault(`an unfinished file is left in the output folder: ${left}`);
  const closed = new Set(account.papers.filter(isLeft).map(({ id }) => id));
  const orphans = encrypted.filter((name) => !closed.has(name.split('.')[1] ?? ''));
  for (const name of orphans) account.fault(`${name} is kept without need (${account.ofId(name.split('.')[1] ?? '')?.name})`);
}
