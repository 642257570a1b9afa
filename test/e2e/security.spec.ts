/** Tries to break each security rule of the page in the running, built application (docs: main/desktop/README.md). */
import { createServer } from 'node:http';
import { listen } from '../support/network/listening.ts';
import { areaShown } from './area-shown.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';

test.use({ wholeBrowser: true });

/** A real server outside the application, to see whether anything reaches it. */
async function outside(): Promise<{ url: string; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*').end('outside');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

const ownPage = /^(app:\/\/station|https:\/\/station\.localhost)\/index\.html$/;

/** Collects the messages of the browser and of the application's rules about refused addresses from now on. */
function refusals({ page, refused }: Running): () => Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  return async () => [...said, ...(await refused()).map(({ what, url }) => `${what}: ${url}`)];
}

test('the page keeps to its policy, is isolated, goes nowhere, and is refused permissions, devices and new windows', async ({
  station,
}) => {
  const { page } = station;

  await test.step('the page runs without a single violation of its own policy', async () => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted ?Type/i.test(message.text())) violations.push(message.text());
    });
    await page.reload();
    await areaShown(page);
    // Each area is loaded when it is first shown.
    for (const key of ['2', '3', '4', '5', '6', ',', '1']) {
      await page.keyboard.press(`Control+${key}`);
      await expect(page.locator('.app-main').getByRole('heading').first()).toBeVisible();
    }
    expect(violations).toEqual([]);
  });

  await test.step('the page asks for isolation, sandbox and no Node', async () => {
    expect(await station.webPreferences()).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      spellcheck: false,
    });
  });

  await test.step('the page has no Node and no Electron, only the bridge, which cannot be changed', async () => {
    const seen = await page.evaluate(() => {
      const page = window as unknown as Record<string, unknown> & PageWithStation;
      let changed = true;
      try {
        page.station.invoke['app.info'] = () => Promise.reject(new Error('replaced'));
        changed = page.station.invoke['app.info'].toString().includes('replaced');
      } catch {
        changed = false;
      }
      return {
        node: ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'ipcRenderer', 'electron'].filter(
          (name) => name in page,
        ),
        bridge: Object.keys(page.station).sort(),
        changed,
      };
    });
    expect(seen).toEqual({ node: [], bridge: ['invoke', 'on', 'openDropped', 'stageDropped', 'verifyDropped'], changed: false });
  });

  await test.step('text never becomes code or markup', async () => {
    // `evaluate` itself stands above the policy, so the attempts are made by a script that the page's own realm runs later.
    const outcomes = await page.evaluate(async () => {
      const attempt = (work: () => unknown) => {
        try {
          return work() === undefined ? 'nothing' : 'ran';
        } catch {
          return 'refused';
        }
      };
      const later = <T>(work: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(work()), 0));
      const marks = window as unknown as Record<string, unknown>;
      const result = await later(() => ({
        // biome-ignore lint/security/noGlobalEval: the attempt is the test
        eval: attempt(() => globalThis.eval('1 + 1')),
        function: attempt(() => new Function('return 1')()),
        html: attempt(() => {
          document.createElement('div').innerHTML = '<img src=x onerror="window.injected = 1">';
          return true;
        }),
        script: attempt(() => {
          const script = document.createElement('script');
          script.text = 'window.injected = 1';
          document.head.append(script);
          return marks.injected;
        }),
        handler: attempt(() => {
          const div = document.createElement('div');
          div.setAttribute('onclick', 'window.injected = 1');
          div.click();
          return marks.injected;
        }),
        worker: attempt(() => new Worker('https://outside.example/worker.js')),
        blobWorker: attempt(() => new Worker(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))),
      }));
      const style = document.createElement('style');
      style.textContent = 'body { outline: 7px solid red }';
      document.head.append(style);
      return { ...result, injected: marks.injected, outline: getComputedStyle(document.body).outlineWidth === '7px' };
    });
    expect(outcomes).toMatchObject({ eval: 'refused', function: 'refused', html: 'refused', worker: 'refused', outline: false });
    expect(outcomes.script).not.toBe('ran');
    expect(outcomes.handler).not.toBe('ran');
    expect(outcomes.injected).toBeUndefined();
  });

  await test.step('navigation away is denied, by script and by link', async () => {
    const server = await outside();
    const all = refusals(station);
    try {
      for (const target of [server.url, 'data:text/html,<p>data</p>', 'file:///etc/passwd']) {
        const of = async () => (await all()).filter((text) => text.includes(target)).length;
        await page.evaluate((url) => {
          location.href = url;
        }, target);
        await expect.poll(of).toBe(1);
        await page.evaluate((url) => {
          const link = document.createElement('a');
          link.href = url;
          document.body.append(link);
          link.click();
          link.remove();
        }, target);
        await expect.poll(of).toBe(2);
        expect(page.url()).toMatch(ownPage);
      }
      expect(await all()).toContain(`navigation: ${server.url}`);
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  await test.step('form posts go nowhere', async () => {
    const server = await outside();
    try {
      const violated = await page.evaluate((url) => {
        const violation = new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
            resolve(`${effectiveDirective} ${blockedURI}`),
          );
        });
        const form = document.createElement('form');
        form.action = url;
        form.method = 'post';
        document.body.append(form);
        form.submit();
        return violation;
      }, server.url);
      expect(violated).toBe(`form-action ${server.url}`);
      expect(page.url()).toMatch(ownPage);
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  await test.step('new windows are denied', async () => {
    const server = await outside();
    const all = refusals(station);
    try {
      const opened: string[] = [];
      page.context().on('page', (popup) => opened.push(popup.url()));
      expect(await page.evaluate((url) => window.open(url) === null, server.url)).toBe(true);
      await page.evaluate((url) => void window.open(url, '_blank', 'noopener'), server.url);
      await expect.poll(async () => (await all()).filter((text) => text.includes(server.url)).length).toBe(2);
      expect(opened).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  await test.step('the page reaches no address outside', async () => {
    const server = await outside();
    try {
      const outcomes = await page.evaluate(async (url) => {
        const settle = async (work: Promise<unknown>) => work.then(() => 'reached').catch(() => 'refused');
        const element = (name: 'img' | 'script' | 'link') =>
          new Promise((resolve, reject) => {
            const made = document.createElement(name);
            made.onload = resolve;
            made.onerror = reject;
            try {
              if (made instanceof HTMLLinkElement) Object.assign(made, { rel: 'stylesheet', href: url });
              else made.src = url;
            } catch (error) {
              reject(error);
            }
            document.head.append(made);
          });
        const socket = () =>
          new Promise((resolve, reject) => {
            const made = new WebSocket(url.replace('http', 'ws'));
            made.onopen = resolve;
            made.onerror = reject;
          });
        return {
          fetch: await settle(fetch(url, { mode: 'no-cors' })),
          beacon: navigator.sendBeacon(url) ? 'accepted' : 'refused',
          image: await settle(element('img')),
          script: await settle(element('script')),
          style: await settle(element('link')),
          socket: await settle(Promise.resolve().then(socket)),
        };
      }, server.url);
      expect(outcomes).toMatchObject({ fetch: 'refused', image: 'refused', script: 'refused', style: 'refused', socket: 'refused' });
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  await test.step('the page downloads nothing', async () => {
    const all = refusals(station);
    const url = await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
      return link.href;
    });
    // The sandbox of the page's policy refuses first; the rule of the shell would cancel it next.
    await expect
      .poll(async () => (await all()).some((text) => text.startsWith('Download is disallowed') || text === `download: ${url}`))
      .toBe(true);
    expect(page.url()).toMatch(ownPage);
  });

  await test.step('permissions are denied', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'];
      const asked = names.map(async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state] as const);
      return Object.fromEntries(await Promise.all(asked));
    });
    expect(Object.values(states)).not.toContain('granted');
    const outcomes = await page.evaluate(async () => ({
      notification: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        () => 'refused',
      ),
      place: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'refused' : 'failed'),
        ),
      ),
    }));
    expect(outcomes).toEqual({ notification: 'denied', camera: 'refused', place: 'refused' });
  });

  await test.step('the handlers themselves refuse new windows, permissions and devices, also without the policy of the page', async () => {
    const permissions = ['media', 'geolocation', 'notifications', 'midi', 'pointerLock', 'fullscreen', 'openExternal', 'clipboard-read'];
    const write = 'clipboard-sanitized-write';
    // Electron does not expose its handlers; there, test/desktop/security-rules.test.ts alone calls them.
    if (station.runtime === 'electron') return;
    const own = await station.askHandlers('app://station/index.html', [...permissions, write]);
    expect(own).toEqual({ window: 'deny', asked: [write], checked: [write], devices: [] });
    const others = await station.askHandlers('https://example.com/', [...permissions, write]);
    expect(others).toEqual({ window: 'deny', asked: [], checked: [], devices: [] });
  });
});
