/** The client's own web service is set up from the settings: switched on, its users, what is refused, and all of it by keyboard. */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from 'playwright/test';
import { announced, brokenRules } from './broken-rules.ts';
import { expect, type Running, test } from './launch.ts';
import { tabTo } from './tab-to.ts';

test.use({ language: 'en' });

async function openService({ page }: Running): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Web service', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Where it listens' })).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const state = (page: Page) => page.getByRole('region', { name: 'State of the service' });

/** Of the dialog that is open; the dialog stays. */
async function shownPassword(page: Page): Promise<string> {
  const shown = page.getByRole('alertdialog').locator('.svc-password');
  await expect(shown).toHaveText(/^\S{24}$/);
  return String(await shown.textContent());
}

/** As the provider does it (endpoint A). */
const token = async (url: string, username: string, password: string) => {
  const answer = await fetch(`${url}/api/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  });
  return { status: answer.status, token: String(((await answer.json()) as { access_token?: string }).access_token) };
};

const documents = async (url: string, bearer: string): Promise<number> => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return (await fetch(`${url}/api/Integration/Documents`, { method: 'POST', headers, body: '{"JsonTransaction":{}}' })).status;
};

test('a port that is taken is told at its field, and nothing that was typed is lost', async ({ station }) => {
  const { page } = station;
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await openService(station);
  await expect(state(page).getByText('Off', { exact: true })).toBeVisible();

  await field(page, 'Port').fill(String(port));
  // Enter saves, as in any form.
  await field(page, 'Port').press('Enter');
  await expect(button(page, 'Save and apply')).toHaveCount(0);
  await button(page, 'Switch the service on').click();
  await expect(state(page).getByText('Did not open', { exact: true })).toBeVisible();
  await expect(field(page, 'Port')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Port')).toHaveAccessibleDescription(new RegExp(`port ${port}`));

  // Half typed while it is tried again, and elsewhere for a while.
  await field(page, 'Addresses that may call').fill('203.0.113.0/24\n10.0.');
  await expect(field(page, 'Addresses that may call')).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Try again').click();
  await page.keyboard.press('Control+1');
  await openService(station);
  await expect(field(page, 'Addresses that may call')).toHaveValue('203.0.113.0/24\n10.0.');
  await button(page, 'Save and apply').click();
  await expect(field(page, 'Addresses that may call')).toHaveAccessibleDescription(/Neither an IP address nor a range: “10\.0\.”/);
  await expect(field(page, 'Addresses that may call')).toBeFocused();

  await field(page, 'Addresses that may call').fill('203.0.113.0/24');
  await new Promise((resolve) => other.close(resolve));
  await button(page, 'Save and apply').click();
  await expect(state(page).getByText('Running', { exact: true })).toBeVisible();
  await expect(state(page).getByText(`http://127.0.0.1:${port}`)).toBeVisible();
  await expect(field(page, 'Port')).not.toHaveAttribute('aria-invalid', 'true');

  // Open to others without encryption: refused before anything is sent.
  await field(page, 'Address on this computer').fill('0.0.0.0');
  await expect(field(page, 'Address on this computer')).toHaveAccessibleDescription(/Without encryption/);
  await page.getByRole('radio', { name: /^Behind a reverse proxy/ }).press('Space');
  await expect(field(page, 'Address on this computer')).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Discard').click();
  await expect(field(page, 'Address on this computer')).toHaveValue('127.0.0.1');
  await button(page, 'Switch the service off').click();
  await expect(state(page).getByText('Off', { exact: true })).toBeVisible();
});

test('a user is added by keyboard; a password shows once and gets a token, until it is renewed, revoked, removed', async ({ station }) => {
  const { page } = station;
  await openService(station);
  await field(page, 'Port').fill('0');
  await page.keyboard.press('Tab');
  await button(page, 'Save and switch on').focus();
  await page.keyboard.press('Enter');
  await expect(state(page).getByText('Nobody can get in')).toHaveCount(0);
  const address = state(page).getByText(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(address).toBeVisible();
  const url = String(await address.textContent());

  await tabTo(button(page, 'Add user'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('no blanks');
  await expect(field(page, 'User name')).toHaveAccessibleDescription(/without blanks/);
  await field(page, 'User name').fill('provider');
  await page.keyboard.press('Enter');
  const first = await shownPassword(page);
  // Neither Escape nor Enter takes it away before somebody says that it is kept.
  await page.keyboard.press('Escape');
  await expect(button(page, 'Done')).toBeDisabled();
  await expect(page.getByText(first)).toBeVisible();
  await tabTo(page.getByRole('checkbox', { name: 'I have kept the password' }));
  await page.keyboard.press('Space');
  await tabTo(button(page, 'Done'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByText(first)).toHaveCount(0);

  expect((await token(url, 'provider', 'not-the-password')).status).toBe(400);
  expect((await token(url, 'provider', first)).status).toBe(200);
  await expect(page.getByText(/1 token good now/)).toBeVisible();

  await button(page, 'Renew password of provider').click();
  await page.keyboard.press('Enter');
  const second = await shownPassword(page);
  expect(second).not.toBe(first);
  await page.getByRole('checkbox', { name: 'I have kept the password' }).press('Space');
  await button(page, 'Done').click();
  await expect(page.getByText(/The password before is good until/)).toBeVisible();
  // While the provider changes over, both are good.
  expect((await token(url, 'provider', first)).status).toBe(200);
  const got = await token(url, 'provider', second);
  expect(await documents(url, got.token)).toBe(200);

  await button(page, 'End tokens of provider').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the tokens' }).click();
  await expect(page.getByText('3 tokens of “provider” ended.')).toBeVisible();
  expect(await documents(url, got.token)).toBe(401);

  await button(page, 'Remove provider').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the user' }).click();
  await expect(page.getByText(/There are no users yet/)).toBeVisible();
  expect((await token(url, 'provider', second)).status).toBe(400);
});

test('they break no rule of accessibility, wide or narrow, light or dark', async ({ station }, info) => {
  const { page } = station;
  await openService(station);
  await button(page, 'How it is found out whose a document is').click();
  await page.getByRole('button', { name: 'IdNumberFromClient' }).click();
  await expect(field(page, 'Identification')).toHaveValue('IdNumber, IdNumberFromClient');
  await station.answerDialog([info.outputDir]);
  await button(page, 'Choose folder: Folder').click();
  await button(page, 'What the name of the file says Identification')
    .or(button(page, 'Identification What the name of the file says'))
    .click();
  await page.getByRole('option', { name: 'Your customer number' }).click();
  await expect(page.getByText('CLI-2043_contract.pdf')).toBeVisible();
  // Without its file, it is refused where it is missing.
  await page.getByRole('radio', { name: /PKCS#12/ }).press('Space');
  await button(page, 'Save and apply').click();
  await expect(button(page, 'Choose file: PKCS#12 file')).toBeFocused();
  await expect(page.getByText('This file is still to be chosen.')).toBeVisible();
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 900],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await brokenRules(page, { passed: announced }), `${colorScheme}, ${width} wide`).toEqual([]);
  }
  await button(page, 'Discard').click();
  await button(page, 'Add user').click();
  await field(page, 'User name').fill('provider');
  await page.keyboard.press('Enter');
  await shownPassword(page);
  expect(await brokenRules(page, { passed: announced }), 'password').toEqual([]);
});
