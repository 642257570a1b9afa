/** `npm run screens`: a picture of every screen, in Spanish and English, for `docs/screens`; elsewhere in every language. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright/test';
import { repository } from '../e2e/electron-binary.ts';
import { type FirstStepScene, firstStepsTour } from '../e2e/first-steps-tour.ts';
import { type HubScene, hubTour } from '../e2e/hub-tour.ts';
import { type InboxScene, inboxTour } from '../e2e/inbox-tour.ts';
import { type Running, test } from '../e2e/launch.ts';
import { type QueueScene, queueTour } from '../e2e/queue-tour.ts';
import { type RecordScene, recordTour } from '../e2e/record-tour.ts';
import { type ScreeningScene, screeningTour } from '../e2e/screening-tour.ts';
import { type Scene, tour } from '../e2e/tour.ts';
import { type VisitScene, visitTour } from '../e2e/visit-tour.ts';
import { startPractice } from '../support/doors/practice.ts';
import { languages } from '../support/doors/words.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { temporaryFolder } from '../support/pdf/pdfs.ts';

/** Which pictures are stored in the repository; STATION_SCREENS_DIR is for looking at all of them in another size. */
const stored: ReadonlySet<Scene> = new Set([
  'empty',
  'documents',
  'faults',
  'sending',
  'signed',
  'rejected',
  'failed',
  'in-doubt',
  'unverified',
  'verify-unacceptable',
  'placement-test-found',
  'connections',
  'profile',
  'backup',
  'general',
  'shortcuts',
]);
const storedOfQueue: ReadonlySet<QueueScene> = new Set([
  'queue-empty',
  'queue-in-doubt',
  'queue-candidates',
  'queue-offline',
  'queue-unverified',
  'queue-rule',
]);
const storedOfScreening: ReadonlySet<ScreeningScene> = new Set([
  'screen-clear',
  'screen-match',
  'screen-unavailable',
  'screen-history',
  'lists-columns',
  'lists-rows',
]);
const storedOfVisits: ReadonlySet<VisitScene> = new Set([
  'visits',
  'visit-new',
  'visit-stopped',
  'visit-override',
  'visit-signed',
  'visit-sign-refused',
  'visit-blocked',
  'visit-evidence-written',
  'visit-settings',
]);
const storedOfInbox: ReadonlySet<InboxScene> = new Set([
  'inbox',
  'inbox-version',
  'inbox-quarantined',
  'inbox-publish',
  'inbox-published',
  'inbox-service-tested',
]);
const storedOfHub: ReadonlySet<HubScene> = new Set([
  'hub-connected',
  'hub-elsewhere',
  'hub-document-waiting',
  'hub-offline',
  'hub-revoked',
]);
const storedOfRecords: ReadonlySet<RecordScene> = new Set(['record', 'record-fields', 'record-face', 'record-side-by-side']);
const storedOfFirstSteps: ReadonlySet<FirstStepScene> = new Set(['first-open', 'first-place', 'first-client', 'first-done']);
const elsewhere = process.env.STATION_SCREENS_DIR;

type Theme = 'light' | 'dark';
/** `colours`: those of the tour's theme where left out. */
type Look = { name: string; width: number; height: number; scale: number; colours?: Theme; forced?: true };
const usual: Look = { name: '', width: 1280, height: 800, scale: 1 };
/** With STATION_SCREENS=all each state is taken in each of these, so that states are comparable and a tour runs once. */
const looks: readonly Look[] = [
  usual,
  { ...usual, name: '@150', width: 853, height: 533, scale: 1.5 },
  { ...usual, name: '@200', width: 640, height: 400, scale: 2 },
  { ...usual, name: '@1024x640', width: 1024, height: 640 },
  { ...usual, name: '@dark', colours: 'dark' },
  { ...usual, name: '@forced', forced: true },
];

const sessions = new WeakMap<Page, CDPSession>();

async function pictureInEveryLook({ page }: Running, name: string, folder: string): Promise<void> {
  const theme: Theme = name.includes('-dark-') ? 'dark' : 'light';
  // It stays: the display would end with it.
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  const show = async ({ width, height, scale, colours = theme, forced }: Look) => {
    await page.emulateMedia({ colorScheme: colours, forcedColors: forced ? 'active' : 'none' });
    await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });
    // Panes measure themselves, and lists lay out their rows again.
    await page.waitForTimeout(400);
  };
  for (const look of looks) {
    await show(look);
    // A picture by Playwright would be of scale 1.
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(join(folder, `${name}${look.name}.png`), Buffer.from(data, 'base64'));
  }
  await show(usual);
}

async function picture(station: Running, name: string): Promise<void> {
  const { page } = station;
  // Off whatever was pressed last, so that nothing looks hovered.
  await page.mouse.move(640, 2);
  if (elsewhere && process.env.STATION_SCREENS === 'all') return pictureInEveryLook(station, name, elsewhere);
  // A message of an earlier step leaves after 8 s; one that stays belongs to the picture.
  const message = page.locator('.ui-toast').first();
  if (!elsewhere) await message.waitFor({ state: 'detached', timeout: 10_000 }).catch(() => undefined);
  // Changes of colour take a moment, an icon's longer than its word's.
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(elsewhere ?? join(repository, 'docs/screens'), `${name}.png`), animations: 'disabled' });
}

/** Runs a tour with a folder for its files. */
async function inFolder(tour: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  await tour(folder).finally(remove);
}

for (const theme of ['light', 'dark'] as const) {
  for (const language of elsewhere ? languages : (['es', 'en'] as const)) {
    test.describe(`${theme} ${language}`, () => {
      test.use({ theme, language });

      /** Takes the pictures of a tour: elsewhere all, for `docs/screens` the stored ones, and one of them dark. */
      const visitOf =
        <Name extends string>(station: Running, light: ReadonlySet<Name>, dark: Name | null) =>
        async (scene: Name) => {
          const wanted = elsewhere || (theme === 'light' ? light.has(scene) : scene === dark);
          if (wanted) await picture(station, `${scene}${theme === 'dark' ? '-dark' : ''}-${language}`);
        };

      test('pictures', async ({ station }) => {
        const provider = await startPractice();
        const visit = visitOf(station, stored, 'documents');
        await inFolder((folder) => tour({ station, language, provider, folder, visit })).finally(provider.close);
      });

      test.describe('of a new clerk', () => {
        test.use({ isFirstStart: true });
        test('pictures of the first steps', async ({ station }) => {
          await firstStepsTour({ station, language, visit: visitOf(station, storedOfFirstSteps, null) });
        });
      });

      test('pictures of screening', async ({ station }) => {
        const visit = visitOf(station, storedOfScreening, 'screen-match');
        await inFolder((folder) => screeningTour({ station, language, folder, visit }));
      });

      test('pictures of visits', async ({ station }) => {
        const visit = visitOf(station, storedOfVisits, 'visit-stopped');
        await inFolder((folder) => visitTour({ station, language, folder, visit }));
      });

      test('pictures of records', async ({ station }) => {
        await recordTour({ station, language, visit: visitOf(station, storedOfRecords, 'record-face') });
      });

      test('pictures of the inbox', async ({ station }) => {
        const visit = visitOf(station, storedOfInbox, 'inbox');
        await inFolder((folder) => inboxTour({ station, language, folder, visit }));
        await station.page.keyboard.press('Control+,');
        await station.page.getByRole('tab').nth(2).click();
        await visitOf(station, new Set(['service-settings']), null)('service-settings');
      });

      test('pictures of the hub', async ({ station }) => {
        const visit = visitOf(station, storedOfHub, 'hub-offline');
        await inFolder((folder) => hubTour({ station, language, folder, visit }));
      });

      test('pictures of the queue', async ({ station }) => {
        const provider = await startPractice();
        const line = await startSwitchedLine(provider.origin);
        try {
          const visit = visitOf(station, storedOfQueue, 'queue-candidates');
          await inFolder((folder) => queueTour({ station, language, provider, line, folder, visit }));
        } finally {
          await line.close();
          await provider.close();
        }
      });
    });
  }
}
