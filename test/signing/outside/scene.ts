/** One data folder and the documents that commands send from it, with a practice provider behind a line that sees what goes out. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { profileSchema } from '../../support/doors/domain.ts';
import type { PracticeInWorker } from '../../support/doors/practice.ts';
import type { Random } from '../../support/kill/random.ts';
import { writeFile } from '../../support/pdf/pdfs.ts';
import { type Account, createAccount, type Paper } from '../kill/account.ts';
import { type Front, startFront } from '../kill/front.ts';
import { makePapers, profileAt } from '../kill/papers.ts';
import { checkLeft } from './check-left.ts';
import { type Commands, createCommands } from './commands.ts';

export type Scene = {
  folder: string;
  dataDir: string;
  outputFolder: string;
  account: Account;
  random: Random;
  front: Front;
  commands: Commands;
  close(): Promise<void>;
};

export type SceneOptions = {
  root: string;
  documents: number;
  /** Documents are numbered from here; their references are the same when their numbers are. */
  first?: number;
  random: Random;
  practice: PracticeInWorker;
};

export async function openScene({ root, documents, first = 1, random, practice }: SceneOptions): Promise<Scene> {
  const folder = await realpath(root);
  const [dataDir, outputFolder, papers] = [join(folder, 'data'), join(folder, 'signed'), join(folder, 'KT-FOLDER')];
  for (const made of [outputFolder, papers]) await mkdir(made);
  const nameOf = (n: number) => `KT-REF-${String(first + n - 1).padStart(4, '0')}.pdf`;
  const account = createAccount(await makePapers(papers, documents, random, nameOf));
  const front = await startFront(practice, account, random);
  const profile = profileAt(front.origin, profileSchema.parse(practice.profile));
  const commands = createCommands({
    home: folder,
    dataDir,
    profile: await writeFile(folder, 'profile.json', JSON.stringify(profile)),
    vaultKey: randomBytes(32),
    secret: practice.secrets.clientSecret ?? '',
  });
  const close = async () => {
    await commands.close();
    await front.close();
  };
  return { folder, dataDir, outputFolder, account, random, front, commands, close };
}

/** The arguments of `sign` with documents that are not in the queue, or of `queue run` when all are. */
export function sign({ account, outputFolder }: Scene, maxCount: number): string[] {
  const papers = account.papers.filter(({ shown }) => shown === null).slice(0, maxCount);
  if (papers.length === 0) return ['queue', 'run'];
  for (const paper of papers) account.requested(paper, 1);
  return ['sign', '--client-info', 'KT-CLIENT', '--out', outputFolder, ...papers.map(({ path }) => path)];
}

const openStates: readonly (Paper['shown'] | undefined)[] = ['in-doubt', 'unverified', 'failed', 'rejected', 'cancelled'];

/** Ids of what only a person lets go out again; it is noted that one did. */
export function waitingForPerson({ account }: Scene): string[] {
  const papers = account.papers.filter(({ shown }) => openStates.includes(shown));
  for (const paper of papers) account.requestedAgain(paper);
  return papers.flatMap(({ id }) => id ?? []);
}

/** Nothing misbehaves any more and nothing is killed: everything comes to its end. Answers with the signed files that the station has no remark on. */
export async function settleAll(scene: Scene): Promise<string[]> {
  const { account, front, commands, outputFolder, dataDir } = scene;
  let delivered: string[] = [];
  front.behave();
  const isDone = () => account.papers.every(({ settled }) => settled === 'signed');
  for (let turn = 0; turn < 6; turn += 1) {
    const ids = waitingForPerson(scene);
    if (ids.length > 0) await commands.run(['queue', 'retry', ...ids]);
    if (account.papers.some(({ shown }) => shown === null)) await commands.run(sign(scene, Number.POSITIVE_INFINITY));
    await commands.run(['queue', 'run']);
    const documents = await checkLeft(commands, outputFolder, account);
    delivered = documents.flatMap(({ warning, signedPath }) => (warning === null && signedPath !== null ? signedPath : []));
    const undelivered = documents.filter(({ status, signedPath }) => status === 'signed' && signedPath === null);
    if (account.faults.length > 0 || (isDone() && undelivered.length === 0)) break;
    await wait(200);
  }
  const open = account.papers.filter(({ settled }) => settled !== 'signed');
  if (open.length > 0)
    account.fault(`${open.length} documents have no end: ${open.slice(0, 5).map(({ name, shown }) => `${name} ${shown}`)}`);
  // The next start removes what may have been the result of a document in doubt; a list does not start the whole station.
  await commands.run(['queue', 'run']);
  const withheld = account.papers.filter((paper) => paper.withheld).length;
  const encrypted = (await readdir(join(dataDir, 'encrypted'))).toSorted();
  if (encrypted.length > withheld || encrypted.some((name) => !name.startsWith('decoded.')))
    account.fault(`${encrypted.length} encrypted files are kept without need: ${encrypted.slice(0, 3).join(', ')}`);
  const parts = (await readdir(outputFolder)).filter((name) => name.endsWith('.part'));
  if (parts.length > 0) account.fault(`${parts.length} unfinished files are left in the output folder`);
  for (const { path, bytes, name } of account.papers)
    if (!(await readFile(path)).equals(bytes)) account.fault(`the original ${name} was changed`);
  return delivered;
}
