/** Looks at what a command left, by what a person sees of it: `queue list` and the output folder. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedDocument } from '../../support/doors/cli.ts';
import type { Account, Paper } from '../kill/account.ts';
import { type Commands, faultsOfWords } from './commands.ts';

/** What `queue list` shows after a restart; it is noted in the account, with what is wrong with it. */
export async function checkLeft(commands: Commands, outputFolder: string, account: Account): Promise<ReportedDocument[]> {
  const list = await commands.run(['queue', 'list']);
  for (const fault of faultsOfWords(list)) account.fault(`queue list: ${fault}`);
  // Anything on stderr says that something could not be read.
  if (list.code !== 0 || list.stderr !== '') account.fault(`queue list ended with ${list.code}: ${list.stderr.trim()}`);
  const listed = new Set<Paper>();
  for (const document of list.documents) {
    const paper = account.known(document.id, document.sha256.original ?? '');
    if (!paper) continue;
    if (listed.has(paper)) account.fault(`${paper.name} is listed twice`);
    listed.add(paper);
    await checkDocument(document, paper, account);
  }
  for (const paper of account.papers) {
    if (listed.has(paper)) continue;
    if (paper.acknowledged) account.fault(`${paper.name} was acknowledged as queued and is gone`);
    if (paper.wentOut > 0) account.fault(`${paper.name} went out and is not in the queue`);
  }
  await checkOutput(outputFolder, account);
  return list.documents;
}

async function checkDocument({ status, signedPath, sha256 }: ReportedDocument, paper: Paper, account: Account): Promise<void> {
  paper.acknowledged = true;
  paper.shown = status;
  if (status === 'unverified') paper.withheld = true;
  if (status !== 'queued') paper.mayGoOut = false;
  if (status === 'sending') account.fault(`${paper.name} is being sent by no one`);
  if (paper.settled !== null && status !== paper.settled) account.fault(`${paper.name} was ${paper.settled} and is ${status}`);
  if (status !== 'signed') return;
  paper.settled = 'signed';
  if (signedPath === null) return;
  const bytes = await readFile(signedPath).catch(() => null);
  if (bytes === null) account.fault(`${paper.name} is signed and its file is not there`);
  else if (createHash('sha256').update(bytes).digest('hex') !== sha256.signed) account.fault(`${signedPath} is not what came`);
}

/** Every file under a final name is whole, and no signed document is there twice. */
async function checkOutput(folder: string, account: Account): Promise<void> {
  const papers = new Map(account.papers.map((paper) => [paper.reference, paper]));
  const signed = new Set<Paper>();
  for (const name of await readdir(folder)) {
    if (/^\.station-.*\.part$/.test(name)) continue;
    const [, reference = '', kind] = /^(KT-REF-\d{4})-(signed|received)(?: \(\d+\))?\.(?:pdf|bin|txt)$/.exec(name) ?? [];
    const paper = papers.get(reference);
    if (!paper) account.fault(`a file of a strange name: ${name}`);
    else if (kind === 'signed') {
      if (signed.has(paper)) account.fault(`delivered twice: ${name}`);
      signed.add(paper);
      const bytes = await readFile(join(folder, name));
      // Signing appends: the signed file begins with the document.
      if (!bytes.subarray(0, paper.bytes.length).equals(paper.bytes) || !bytes.subarray(-8).includes('%%EOF'))
        account.fault(`half-written or strange: ${name} (${bytes.length} bytes)`);
    }
  }
}
