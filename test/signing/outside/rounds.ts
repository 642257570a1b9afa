/** One run: documents, a provider that misbehaves, and commands that are killed, stopped, cut from power or given a broken disk. */
import { join } from 'node:path';
import { type DiskShim, type DiskShimOptions, prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { type PracticeInWorker, startPracticeWorker } from '../../support/doors/practice.ts';
import { createRandom } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { checkLeft } from './check-left.ts';
import { type Ended, faultsOfWords } from './commands.ts';
import { openScene, type Scene, settleAll, sign, waitingForPerson } from './scene.ts';

/**
 * What a round is to meet. `ended`: the power goes as the command ends. `released`: a person's `queue retry` is killed.
 * `stopped`: the process is stopped for a while in the middle of a call. `broken-disk`: some writes fail.
 */
export const aims = [
  'encrypting',
  'sending',
  'recovering',
  'receiving',
  'released',
  'delivering',
  'stopped',
  'broken-disk',
  'ended',
] as const;
export type Aim = (typeof aims)[number];

export type Report = {
  rounds: number;
  /** How many rounds met what they were to meet. */
  met: Record<Aim, number>;
  cuts: Record<Cut, number>;
  commands: number;
  sent: number;
  releases: number;
  /** Signed files in their folder that the station has no remark on. */
  delivered: string[];
  faults: string[];
};

/** What is lost of what was not synced. */
type Cut = 'nothing' | 'some' | 'all';

/** Tries of one aim before it is missed for good. */
const maxTries = 12;

type Attack = Scene & {
  report: Report;
  practice: PracticeInWorker;
  /** Of this aim, before this round. */
  tries: number;
};

export async function runRounds(options: { rounds: number; seed: number; documents: number; root: string }): Promise<Report> {
  const practice = await startPracticeWorker(workerUrl('practice/worker'));
  const scene = await openScene({ ...options, random: createRandom(options.seed), practice });
  const { account, commands } = scene;
  const report: Report = {
    rounds: 0,
    met: { encrypting: 0, sending: 0, recovering: 0, receiving: 0, released: 0, delivering: 0, stopped: 0, 'broken-disk': 0, ended: 0 },
    cuts: { nothing: 0, some: 0, all: 0 },
    commands: 0,
    sent: 0,
    releases: 0,
    delivered: [],
    faults: account.faults,
  };
  try {
    let tries = 0;
    for (let turn = 0; turn < options.rounds && account.faults.length === 0; ) {
      const aim = aims[turn % aims.length] ?? 'ended';
      const met = await round(aim, { ...scene, report, practice, tries });
      report.rounds += 1;
      report.met[aim] += Number(met);
      tries = met ? 0 : tries + 1;
      if (tries > 0 && tries < maxTries) continue;
      turn += 1;
      tries = 0;
    }
    if (account.faults.length === 0) report.delivered = await settleAll(scene);
    account.compare(await practice.log());
  } finally {
    await scene.close();
    await practice.close();
  }
  report.commands = commands.started();
  report.sent = account.papers.reduce((sum, { wentOut }) => sum + wentOut, 0);
  report.releases = account.papers.reduce((sum, { byPerson }) => sum + byPerson, 0);
  return report;
}

/** Answers whether it met what it was to meet; a round that did not has changed things all the same. */
async function round(aim: Aim, scene: Attack): Promise<boolean> {
  const { account, random, front, report } = scene;
  if (aim !== 'recovering') await person(scene);
  const met = await play(aim, scene);
  await front.idle();
  for (const fault of met.ended.code === null ? [] : faultsOfWords(met.ended)) account.fault(`${aim}: ${fault}`);
  const cut = random.pick<Cut>([
    [aim === 'ended' ? 0 : 1, 'nothing'],
    [2, 'some'],
    [1, 'all'],
  ]);
  report.cuts[cut] += 1;
  if (cut === 'nothing') await met.shim.discard();
  else await met.shim.cutPower(cut === 'some' ? random : undefined);
  const before = account.faults.length;
  // What the aim before left half-way is left for `recovering`: a list would put it in order.
  if (aim !== 'sending' || !met.met) await checkLeft(scene.commands, scene.outputFolder, account);
  if (account.faults.length > before) account.fault(`after ${aim}, with ${cut} lost of what was not synced`);
  return met.met;
}

type Played = { met: boolean; shim: DiskShim; ended: Ended };

async function play(aim: Aim, scene: Attack): Promise<Played> {
  const { dataDir, outputFolder, random, front, commands } = scene;
  front.behave(aim === 'delivering' || aim === 'recovering');
  const shimmed = (more: Partial<DiskShimOptions> = {}) =>
    prepareDiskShim({ roots: [dataDir, outputFolder], scratch: scene.folder, ...more });
  const killedAt = async (shim: DiskShim, args: string[]): Promise<Played> => {
    const ended = await commands.run(args, shim);
    return { met: (await shim.steps()).some(({ end }) => end === 'killed'), shim, ended };
  };
  switch (aim) {
    case 'encrypting':
      return killedAt(await shimmed({ under: join(dataDir, 'encrypted'), killAt: random.between(1, 12) }), sign(scene, 3));
    case 'recovering':
      return killedAt(await shimmed({ killAt: random.between(1, scene.tries > 0 ? 4 : 40) }), ['queue', 'run']);
    case 'released': {
      const ids = waitingForPerson(scene);
      if (ids.length === 0) {
        // The next try has something in doubt to release.
        front.behave();
        await scene.practice.misbehave('sign', { drop: 'before-answer' });
        return unmet(await shimmed(), await commands.run(work(scene)));
      }
      return killedAt(await shimmed({ killAt: random.between(1, 30) }), ['queue', 'retry', ...ids]);
    }
    case 'delivering':
      return killedAt(await shimmed({ under: outputFolder, killAt: random.between(1, 10) }), work(scene));
    case 'sending':
    case 'receiving':
      return killedInCall(aim, await shimmed(), scene);
    case 'stopped':
      return stoppedInCall(await shimmed(), scene);
    case 'broken-disk': {
      const fault = { with: random.chance(0.5) ? 'EIO' : 'ENOSPC', chance: 0.04, seed: random.between(1, 2 ** 31) } as const;
      const shim = await shimmed({ failBy: fault });
      const ended = await commands.run(work(scene), shim);
      return { met: (await shim.steps()).some(({ end }) => end === 'failed'), shim, ended };
    }
    case 'ended': {
      const shim = await shimmed();
      const ended = await commands.run(work(scene), shim);
      return { met: ended.code !== null && ended.documents.length > 0, shim, ended };
    }
  }
}

const unmet = (shim: DiskShim, ended: Ended): Played => ({ met: false, shim, ended });

/** Killed shortly after the call, or its answer, was seen on its way. */
async function killedInCall(aim: 'sending' | 'receiving', shim: DiskShim, scene: Attack): Promise<Played> {
  const { front, random, commands, tries } = scene;
  const event = aim === 'sending' ? 'request' : 'answer';
  // Where a delay missed the call, the next try comes at once.
  const delay = tries > 0 || random.chance(0.5) ? 0 : random.between(1, 12);
  const command = commands.start(work(scene), shim);
  const seen = Promise.withResolvers<'seen'>();
  let met = false;
  const onEvent = () => {
    const kill = () => {
      const { sending, answering } = front.live();
      met = (aim === 'sending' ? sending : answering) > 0;
      command.signal('SIGKILL');
      seen.resolve('seen');
    };
    if (delay === 0) kill();
    else setTimeout(kill, delay);
  };
  front.events.once(event, onEvent);
  await Promise.race([seen.promise, command.ended]);
  front.events.off(event, onEvent);
  return { met, shim, ended: await command.ended };
}

/** Stopped in the middle of a call, as by a debugger or a machine that sleeps; others are refused for as long. Then it continues, or is killed. */
async function stoppedInCall(shim: DiskShim, scene: Attack): Promise<Played> {
  const { front, random, commands, account } = scene;
  const command = commands.start(work(scene), shim);
  const stopped = Promise.withResolvers<'stopped'>();
  const onEvent = () => {
    command.signal('SIGSTOP');
    stopped.resolve('stopped');
  };
  const event = random.chance(0.5) ? 'request' : 'answer';
  front.events.once(event, onEvent);
  const how = await Promise.race([stopped.promise, command.ended]);
  front.events.off(event, onEvent);
  if (how !== 'stopped') return unmet(shim, await command.ended);
  const others = await Promise.all([commands.run(['queue', 'list']), commands.run(['queue', 'run'])]);
  for (const { code, stdout, stderr } of others) {
    const refused = code === 2 && stdout === '' && stderr.startsWith('Another station is using the data folder.');
    if (!refused) account.fault(`a second command was let in: ${code} ${stderr.trim()}`);
  }
  command.signal(random.chance(0.3) ? 'SIGKILL' : 'SIGCONT');
  return { met: true, shim, ended: await command.ended };
}

/** `sign` with documents that are not in the queue, or `queue run` when all are. */
function work(scene: Scene): string[] {
  const { account, random } = scene;
  const isDue = account.papers.some(({ shown }) => shown === 'queued');
  return isDue && random.chance(0.4) ? ['queue', 'run'] : sign(scene, random.between(1, 3));
}

/** Between the rounds: releases most of what is in doubt, and cancels something that waits. Nothing of it is killed. */
async function person(scene: Scene): Promise<void> {
  const { account, random, commands } = scene;
  const queued = account.papers.find(({ shown }) => shown === 'queued');
  if (queued?.id && random.chance(0.3)) {
    const { code, documents } = await commands.run(['queue', 'cancel', queued.id]);
    if (code !== 0) return account.fault(`queue cancel ended with ${code}`);
    queued.shown = documents[0]?.status ?? null;
    queued.mayGoOut = false;
    // One that was sent again in doubt is in doubt as before.
    if (queued.shown === 'cancelled') account.cancelled(queued);
    else if (queued.shown !== 'in-doubt' || queued.wentOut === 0) account.fault(`${queued.name} was cancelled and is ${queued.shown}`);
    return;
  }
  // Few documents are left that were never sent: those in the queue have to do.
  const isShort = account.papers.filter(({ shown }) => shown === null || shown === 'queued').length < 4;
  if (!isShort && random.chance(0.7)) return;
  const ids = waitingForPerson(scene);
  if (ids.length === 0) return;
  const { code, documents } = await commands.run(['queue', 'retry', ...ids]);
  const why = documents.map(({ id, status, reason }) => `${account.ofId(id)?.name} ${status}: ${reason}`);
  if (code !== 0) account.fault(`queue retry ended with ${code}: ${why.join('; ')}`);
  for (const { id, status } of documents) {
    const paper = account.ofId(id);
    if (paper) paper.shown = status;
  }
}
