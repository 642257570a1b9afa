/** The client's own web service is set up from the settings: switched on, its users, what is refused, and all of it by keyboard. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Page } from 'playwright/test';
import { listen } from '../support/network/listening.ts';
import { announced, brokenColours, brokenRules } from './broken-rules.ts';
import { expect, type Running, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

async function openService({ page }: Running): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.service'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('service.groups.listening') })).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const state = (page: Page) => page.getByRole('region', { name: t('service.state.title') });

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

test('the web service is set up in the settings', async ({ station }, info) => {
  const { page } = station;

  await test.step('a port in use is reported at its field, and everything typed stays', async () => {
    const other = createServer();
    const port = await listen(other);
    await openService(station);
    await expect(state(page).getByText(t('service.state.is.off'), { exact: true })).toBeVisible();

    await field(page, t('service.fields.port.label')).fill(String(port));
    // Also before the number has left its field.
    await field(page, t('service.fields.port.label')).press('Control+Enter');
    await expect(button(page, t('service.save'))).toHaveCount(0);
    await button(page, t('service.state.switchOn')).click();
    await expect(state(page).getByText(t('service.state.is.failed'), { exact: true })).toBeVisible();
    await expect(field(page, t('service.fields.port.label'))).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, t('service.fields.port.label'))).toHaveAccessibleDescription(new RegExp(`port ${port}`));

    // Half typed while it is tried again, and elsewhere for a while.
    await field(page, t('service.fields.allowed.label')).fill('203.0.113.0/24\n10.0.');
    await expect(field(page, t('service.fields.allowed.label'))).not.toHaveAttribute('aria-invalid', 'true');
    await button(page, t('ui.again')).click();
    await page.keyboard.press('Control+1');
    await openService(station);
    await expect(field(page, t('service.fields.allowed.label'))).toHaveValue('203.0.113.0/24\n10.0.');
    await page.getByRole('tab', { name: t('settings.sections.service'), exact: true }).press('Control+Enter');
    await expect(field(page, t('service.fields.allowed.label'))).toHaveAccessibleDescription(
      t.pattern('service.faults.addresses', { entries: '“10.0.”' }),
    );
    await expect(field(page, t('service.fields.allowed.label'))).toBeFocused();

    await field(page, t('service.fields.allowed.label')).fill('203.0.113.0/24');
    await new Promise((resolve) => other.close(resolve));
    await button(page, t('service.save')).click();
    await expect(state(page).getByText(t('service.state.is.running'), { exact: true })).toBeVisible();
    await expect(state(page).getByText(`http://127.0.0.1:${port}`)).toBeVisible();
    await expect(field(page, t('service.fields.port.label'))).not.toHaveAttribute('aria-invalid', 'true');

    // Open to others without encryption: refused before anything is sent.
    await field(page, t('service.fields.host.label')).fill('0.0.0.0');
    await expect(field(page, t('service.fields.host.label'))).toHaveAccessibleDescription(t.pattern('service.faults.needsTls'));
    await page.getByRole('radio', { name: t.pattern('service.transport.proxy.name') }).press('Space');
    await expect(field(page, t('service.fields.host.label'))).not.toHaveAttribute('aria-invalid', 'true');
    await button(page, t('ui.discard.confirm')).click();
    await expect(field(page, t('service.fields.host.label'))).toHaveValue('127.0.0.1');
    await button(page, t('service.state.switchOff')).click();
    await expect(state(page).getByText(t('service.state.is.off'), { exact: true })).toBeVisible();
  });

  await test.step('a passphrase that replaces the stored one leaves its field, and the focus goes back to the button', async () => {
    const label = t('service.passphrase.label');
    const file = info.outputPath('station.p12');
    await writeFile(file, 'no certificate');
    await page.getByRole('radio', { name: t.pattern('service.transport.pkcs12.name') }).press('Space');
    await station.answerDialog([file]);
    await button(page, `${t('service.paths.chooseFile')}: ${t('service.paths.pkcs12File.label')}`).click();
    // The line with its path moves what is below, also the button that is pressed next.
    await expect(page.getByText(file)).toBeVisible();
    await field(page, label).fill('the first');
    await button(page, t('service.save')).click();
    const replace = button(page, t('settings.secret.replaceName', { name: label }));
    for (const typed of ['the second', 'the third']) {
      await replace.click();
      await field(page, label).fill(typed);
      // Another area can be looked at in between.
      await page.keyboard.press('Control+1');
      await openService(station);
      await expect(field(page, label)).toHaveValue(typed);
      await field(page, label).focus();
      await page.keyboard.press('Control+Enter');
      await expect(field(page, label)).toHaveCount(0);
      await expect(replace).toBeFocused();
    }
    await button(page, `${t('service.paths.clear')}: ${t('service.paths.pkcs12File.label')}`).click();
    await page.getByRole('radio', { name: t.pattern('service.transport.none.name') }).press('Space');
    await button(page, t('service.save')).click();
    await expect(button(page, t('service.save'))).toHaveCount(0);
  });

  await test.step('a user is added by keyboard; the password shows once and gets a token until it is renewed, revoked or removed', async () => {
    await openService(station);
    await field(page, t('service.fields.port.label')).fill('0');
    await page.keyboard.press('Tab');
    await button(page, t('service.state.saveAndSwitchOn')).focus();
    await page.keyboard.press('Enter');
    const address = state(page).getByText(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(address).toBeVisible();
    const url = String(await address.textContent());

    await tabTo(button(page, t('service.users.add')));
    await page.keyboard.press('Enter');
    await page.keyboard.type('no blanks');
    await expect(field(page, t('service.users.name'))).toHaveAccessibleDescription(t.pattern('service.faults.username'));
    await field(page, t('service.users.name')).fill('provider');
    await page.keyboard.press('Enter');
    const first = await shownPassword(page);
    // Neither Escape nor Enter closes the dialog before a person confirms that the password is stored.
    await page.keyboard.press('Escape');
    await expect(button(page, t('service.password.done'))).toBeDisabled();
    await expect(page.getByText(first)).toBeVisible();
    await tabTo(page.getByRole('checkbox', { name: t('service.password.saved') }));
    await page.keyboard.press('Space');
    await tabTo(button(page, t('service.password.done')));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByText(first)).toHaveCount(0);

    expect((await token(url, 'provider', 'not-the-password')).status).toBe(400);
    expect((await token(url, 'provider', first)).status).toBe(200);
    await expect(page.getByText(t('service.users.tokens', { count: 1 }))).toBeVisible();

    await button(page, t('service.users.renewName', { name: 'provider' })).click();
    await page.keyboard.press('Enter');
    const second = await shownPassword(page);
    expect(second).not.toBe(first);
    await page.getByRole('checkbox', { name: t('service.password.saved') }).press('Space');
    await button(page, t('service.password.done')).click();
    await expect(page.getByText(t.pattern('service.users.olderUntil'))).toBeVisible();
    // While the provider changes over, both are good.
    expect((await token(url, 'provider', first)).status).toBe(200);
    const got = await token(url, 'provider', second);
    expect(await documents(url, got.token)).toBe(200);

    await button(page, t('service.users.revokeName', { name: 'provider' })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('service.users.revokeConfirm') })
      .click();
    await expect(page.getByText(t('service.said.revoked', { count: 3, name: 'provider' }))).toBeVisible();
    expect(await documents(url, got.token)).toBe(401);

    await button(page, t('service.users.removeName', { name: 'provider' })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('service.users.removeConfirm') })
      .click();
    await expect(page.getByText(t('service.users.none'))).toBeVisible();
    expect((await token(url, 'provider', second)).status).toBe(400);
  });

  await test.step('the web service settings break no accessibility rule, wide or narrow, light or dark', async () => {
    await openService(station);
    await button(page, t('service.groups.compared')).click();
    await page.getByRole('button', { name: 'IdNumberFromClient' }).click();
    await expect(field(page, t('service.kinds.identification'))).toHaveValue('IdNumber, IdNumberFromClient');
    await station.answerDialog([info.outputDir]);
    await button(page, 'Choose folder: Folder').click();
    await button(page, `${t('service.watched.key')} ${t('service.kinds.identification')}`)
      .or(button(page, `${t('service.kinds.identification')} ${t('service.watched.key')}`))
      .click();
    await page.getByRole('option', { name: t('service.kinds.customer') }).click();
    await expect(page.getByText('CLI-2043_contract.pdf')).toBeVisible();
    // Without its file, it is refused where it is missing.
    await page.getByRole('radio', { name: t('service.transport.pkcs12.name') }).press('Space');
    await button(page, t('service.save')).click();
    await expect(button(page, `${t('service.paths.chooseFile')}: ${t('service.paths.pkcs12File.label')}`)).toBeFocused();
    await expect(page.getByText(t('service.faults.fileMissing'))).toBeVisible();
    expect(await brokenRules(page, { passed: announced }), 'light, wide').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 900, height: 800 });
    expect(await brokenColours(page, { passed: announced }), 'dark, narrow').toEqual([]);
    await button(page, t('ui.discard.confirm')).click();
    await button(page, t('service.users.add')).click();
    await field(page, t('service.users.name')).fill('provider');
    await page.keyboard.press('Enter');
    await shownPassword(page);
    expect(await brokenRules(page, { passed: announced }), 'password').toEqual([]);
  });
});
