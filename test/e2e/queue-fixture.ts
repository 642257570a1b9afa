/** Fixture of the queue specs: a provider behind a connection that can be switched off, and what a clerk does with both. In English. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import type { Practice } from '../support/doors/practice.ts';
import { type SwitchedLine, startSwitchedLine } from '../support/network/switched-line.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { connect, openFolder, placeAndName, row } from './clerk.ts';
import { test as base, expect, type PageWithStation, type Running } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

export { expect } from './launch.ts';

export type QueueFixture = {
  folder: string;
  /** Not created yet; for stations that are started twice. */
  dataDir: string;
  provider: Practice;
  line: SwitchedLine;
  /** Connects a profile of that provider, over the line. One document a call, one call at a time, in the order of their names. */
  connect(station: Running): Promise<void>;
  /** Lets the profile ask for transaction records. */
  allowChecks(station: Running): Promise<void>;
  /** Writes contracts of these names into a folder of their own, opens it, places, and sends. */
  send(station: Running, ...names: string[]): Promise<void>;
  /** The folder of their signed files. */
  signedFolder(...names: string[]): string;
  /** Expects exactly their signed files there, each with a valid signature. */
  expectSigned(...names: string[]): Promise<void>;
  /** References that the provider got, in order. */
  sent(): string[];
};

export const test = base.extend<{ queue: QueueFixture }>({
  language: 'en',
  queue: async ({ folder, provider }, use) => {
    const line = await startSwitchedLine(provider.origin);
    const contracts = (names: readonly string[]) => join(folder, `contracts of ${names.join()}`);
    const signedFolder: QueueFixture['signedFolder'] = (...names) => join(contracts(names), 'signed');
    await use({
      folder,
      dataDir: join(folder, 'data'),
      provider,
      line,
      connect: (station) => connect(station, provider, line.origin),
      allowChecks: (station) => allowChecks(station, provider),
      async send(station, ...names) {
        const { page } = station;
        await mkdir(contracts(names));
        for (const name of names) await writeFile(contracts(names), `${name}.pdf`, await plainPdf(1, name));
        await openFolder(station, contracts(names));
        await expect(row(page, `${names.at(-1)}.pdf`)).toBeVisible();
        await placeAndName(page, 'TRX-0042');
        await page.keyboard.press('Control+Enter');
      },
      signedFolder,
      async expectSigned(...names) {
        const signed = signedFolder(...names);
        const wanted = names.map((name) => `${name}-signed.pdf`).sort();
        await expect.poll(async () => (await readdir(signed).catch(() => [])).sort()).toEqual(wanted);
        for (const name of wanted) expect(await pdfsig(join(signed, name))).toEqual({ signatures: 1, valid: 1 });
      },
      sent: () => provider.log().flatMap(({ documents = [] }) => documents.map(({ reference }) => reference)),
    });
    await line.close();
  },
});

export const toQueue = (page: Page): Promise<void> => page.keyboard.press('Control+2');
export const details = (page: Page) => page.getByRole('region', { name: t('queue.details.label') });

/** What a document in doubt says of its trouble, and since when. */
export const inDoubtSince = new RegExp(`^(${t.pattern('jobs.inDoubt.noAnswer').source}|${t.pattern('jobs.inDoubt.other').source})$`);

export const inRail = (page: Page) => page.getByRole('navigation').getByRole('button', { name: t('app.rail.queue') });
/** Short messages over the page are dialogs too, for screen readers. */
export const theDialog = (page: Page) => page.locator('.ui-modal');

/** Closes the window as a person who reads the question and says yes. */
export async function closeKnowing(station: Running): Promise<void> {
  await station.answerMessage(1);
  await station.quit();
}

async function allowChecks({ page }: Running, { profile, secrets }: Practice): Promise<void> {
  const { validation } = profileSchema.parse(profile);
  await page.evaluate(
    async ([section, secret]) => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const listed = await invoke['profiles.list'](undefined);
      if (!listed.ok || !listed.value[0]) throw new Error('no profile');
      const { id, ...before } = listed.value[0].profile;
      const saved = await invoke['profiles.save']({ id, profile: { ...before, validation: section } });
      if (!saved.ok) throw new Error(saved.problem.message);
      await invoke['secrets.set']({ profileId: id, name: 'validationApiKey', value: secret });
    },
    [validation, secrets.validationApiKey ?? ''] as const,
  );
}

/** Sends a document of that name; `answer` lets the provider's answer through. */
export async function sendAndWait(queue: QueueFixture, station: Running, name: string): Promise<{ answer: () => void }> {
  const answers = queue.line.hold();
  await queue.send(station, name);
  await expect.poll(() => queue.sent()).toContain(name);
  await expect(row(station.page, `${name}.pdf`)).toContainText(t('statuses.sending'));
  return { answer: answers.release };
}
