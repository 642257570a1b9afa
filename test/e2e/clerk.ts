/** Steps that a clerk does again and again, for the specs. In English where the screen's words are needed. */
import type { Page } from 'playwright/test';
import type { Practice } from '../support/doors/practice.ts';
import { expect, type Running } from './launch.ts';

export const row = (page: Page, name: string) => page.getByRole('row', { name });

export async function openFolder({ page, answerDialog }: Running, folder: string): Promise<void> {
  await answerDialog([folder]);
  await page.keyboard.press('Control+Shift+O');
}

/**
 * One document a call, one call at a time, so that each document meets the trouble meant for it.
 * @param origin where the provider is reached, when it is not at its own address
 */
export async function connect({ page }: Running, provider: Practice, origin = provider.origin): Promise<void> {
  const { signing } = provider.profile;
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'New profile' }).click();
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).and(page.locator('input')).fill(value);
  await fill('Name of the profile', 'Main branch');
  await fill('Client id', signing?.clientId ?? '');
  await fill('Client secret', provider.secrets.clientSecret ?? '');
  await fill('Account id', signing?.accountId ?? '');
  await fill('Project id', signing?.projectId ?? '');
  await fill('Address of authentication', origin);
  await fill('Address of the signing service', origin);
  await page.getByRole('button', { name: 'Limits of each call' }).click();
  await fill('Documents per call', '1');
  await fill('Calls at once', '1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test the connection of Main branch' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await page.getByRole('button', { name: 'Use Main branch' }).click();
  await page.keyboard.press('Control+1');
}
