/** Programs of the operating system that starting and testing need: installed on Debian as root, else the exact command is printed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { browserPaths, electronBinary, hasCommand, hasDisplay, run } from './project.mjs';

const hasBrowser = () => browserPaths().some((path) => existsSync(path));

const hasLibrary = (name) => spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes(name) ?? false;
const hasFonts = () => !hasCommand('fc-list') || spawnSync('fc-list', { encoding: 'utf8' }).stdout.trim() !== '';

/** `cc` alone is not enough: the headers of the C library come in another package. */
const hasCompiler = () => hasCommand('cc') && existsSync('/usr/include/stdio.h');

/** The tests start servers of their own. Debian has the server's programs out of the search path, in a folder for each version. */
const postgresVersions = '/usr/lib/postgresql';
const hasPostgres = () =>
  hasCommand('initdb') ||
  (existsSync(postgresVersions) &&
    readdirSync(postgresVersions).some((version) => existsSync(`${postgresVersions}/${version}/bin/initdb`)));

const browser = {
  name: 'a browser (Chromium, Chrome or Edge)',
  there: hasBrowser,
  apt: ['chromium', 'fonts-liberation'],
  brew: ['--cask google-chrome'],
  winget: ['Google.Chrome'],
};
/** What each purpose needs of this system. */
export const needs = {
  start: [{ ...browser, there: () => electronBinary() !== null || !hasDisplay() || hasBrowser() }],
  test: [
    browser,
    { name: 'pdfsig and pdftotext', there: () => hasCommand('pdfsig'), apt: ['poppler-utils'], brew: ['poppler'] },
    { name: 'qpdf', there: () => hasCommand('qpdf'), apt: ['qpdf'], brew: ['qpdf'], winget: ['QPDF.QPDF'] },
    ...(process.platform === 'linux'
      ? [
          { name: 'PostgreSQL', there: hasPostgres, apt: ['postgresql'] },
          { name: 'haproxy', there: () => hasCommand('haproxy'), apt: ['haproxy'] },
          { name: 'nginx', there: () => hasCommand('nginx'), apt: ['nginx-light'] },
          { name: 'a C compiler', there: hasCompiler, apt: ['gcc', 'libc6-dev'] },
          { name: 'openssl', there: () => hasCommand('openssl'), apt: ['openssl'] },
          { name: 'fonts', there: hasFonts, apt: ['fonts-liberation'] },
          { name: 'a D-Bus session', there: () => hasCommand('dbus-run-session'), apt: ['dbus'] },
          { name: 'a keychain', there: () => hasCommand('gnome-keyring-daemon'), apt: ['gnome-keyring'] },
          { name: 'libsecret', there: () => hasLibrary('libsecret-1.so.0'), apt: ['libsecret-1-0'] },
          { name: 'a display', there: () => hasDisplay() || hasCommand('xvfb-run'), apt: ['xvfb', 'xauth'] },
        ]
      : []),
  ],
};
needs.soak = [
  ...needs.test,
  ...(process.platform === 'linux'
    ? [{ name: 'systemd-nspawn', there: () => hasCommand('systemd-nspawn'), apt: ['systemd-container'] }]
    : []),
];

const system = process.platform === 'linux' && existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
const mayInstall = () => /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(system) && process.getuid() === 0;

const quiet = { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const install = (packages) => run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quiet);

/** Installs headless Chromium, which only Debian has as a package: the end-to-end specs take less processor time with it, and pass without it. */
async function ensureLightBrowser() {
  if (!/^ID=debian$/m.test(system) || !mayInstall() || existsSync('/usr/bin/chromium-headless-shell')) return;
  console.error('Installing a Chromium without windows…');
  const packages = ['chromium-headless-shell'];
  if ((await install(packages)) === 0) return;
  await run('apt-get', ['update', '-q'], quiet);
  await install(packages);
}

/** Installs what is missing where that is possible without asking. False when something is still missing. */
export async function ensureSystem(purpose) {
  if (purpose !== 'start') await ensureLightBrowser();
  const missing = needs[purpose].filter(({ there }) => !there());
  if (missing.length === 0) return true;
  const packagesOf = (manager) => [...new Set(missing.flatMap((need) => need[manager] ?? []))];

  if (mayInstall()) {
    console.error(`Installing ${missing.map(({ name }) => name).join(', ')}…`);
    await run('apt-get', ['update', '-q'], quiet);
    if ((await install(packagesOf('apt'))) === 0) return true;
  }
  const list = (manager) => packagesOf(manager).join(' ');
  const apt = `apt-get install -y --no-install-recommends ${list('apt')}`;
  const command = { darwin: `brew install ${list('brew')}`, win32: `winget install ${list('winget')}` }[process.platform] ?? `sudo ${apt}`;
  console.error(`Missing: ${missing.map(({ name }) => name).join(', ')}. Run this once:\n  ${command}`);
  return false;
}
