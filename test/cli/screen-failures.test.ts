/** `screen --name` without an answer: failures, offline screenings that are stored, incomplete settings. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScreenCli, type ScreenCli } from '../support/cli/cli.ts';
import { json } from '../support/cli/run-cli.ts';
import { matrix, one } from '../support/screening/screen-runs.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

describe('a failed screening', () => {
  const failures: [string, (cli: ScreenCli) => void | Promise<void>, code: string, reason: RegExp][] = [
    ['400', ({ provider }) => provider.misbehave('search', { status: 400 }), 'search-refused', /400|refused/],
    ['401', ({ provider }) => provider.misbehave('search', { status: 401 }), 'search-key-refused', /key/],
    ['500', ({ provider }) => provider.misbehave('search', { status: 500 }), 'search-failed', /500/],
    [
      '404',
      ({ provider }) => provider.misbehave('search', { status: 404 }),
      'service-not-found',
      /address.*“search\.url”.*Waiting does not help/,
    ],
    ['429', ({ provider }) => provider.misbehave('search', { status: 429 }), 'search-busy', /busy/],
    [
      '429 for two hours',
      ({ provider }) => provider.misbehave('search', { status: 429, headers: { 'retry-after': '7200' } }),
      'search-busy',
      /wait until \w+ \d+, 20\d\d, \d+:\d\d/,
    ],
    ['no answer', ({ provider }) => provider.misbehave('search', { drop: 'before-answer' }), 'search-unanswered', /answer/],
    [
      'half an answer',
      ({ provider }) => provider.misbehave('search', { drop: 'during-answer' }),
      'search-answer-cut-off',
      /cut off|whole|complete/,
    ],
    ['cut JSON', ({ provider }) => provider.misbehave('search', { json: 'truncated' }), 'search-answer-unreadable', /JSON|read/],
    ['no listener', ({ line }) => line.down(), 'connection-refused', /nobody|listens|refused|connection/i],
  ];
  test('ends with exit code 4, is never clear, and has its reason on stdout and its code on stderr', async () => {
    for (const [name, spoil, code, reason] of failures) {
      const cli = await openScreenCli();
      await spoil(cli);
      const run = await cli.screen(one('Ana Ruiz Quiroga', '--judicial'));
      expect([name, run.code, json(run).code, json(run).outcome, json(run).block]).toEqual([name, 4, code, 'unavailable', null]);
      expect([name, matrix(run)]).toEqual([name, 'AANAN']);
      expect(json(run).reason).toMatch(reason);
      expect(run.stderr).toContain(`(${code})`);
    }
  });

  test('has a name that the provider repeats on stdout only', async () => {
    const { screen, provider } = await openScreenCli();
    provider.misbehave('search', { status: 400, body: '{"Bad Request":"no sense in Zacarías Olmedo, 1098765"}' });
    // `screen` looks for each part of them.
    const run = await screen(one('Zacarías Olmedo', '--id', '1098765'));
    expect(run.code).toBe(4);
    expect(json(run).reason).toContain('no sense in Zacarías Olmedo, 1098765');
  });

  test('names an address that does not exist', async () => {
    const { screen, profile } = await openScreenCli();
    const file = await profile(({ search, ...rest }) => ({
      ...rest,
      search: search && { ...search, url: 'https://nowhere.invalid/search' },
    }));
    const run = await screen(one('Ana Ruiz'), { profile: file });
    expect([run.code, json(run).code]).toEqual([4, 'address-not-found']);
  });

  test('ends at once on Ctrl+C', async () => {
    const { start, provider, askedInAll } = await openScreenCli();
    provider.misbehave('search', { delay: 3_600_000 });
    const running = await start(one('Ana Ruiz'));
    await expect.poll(askedInAll, longWait).toBe(1);
    running.kill('SIGINT');
    const run = await running.ended;
    expect([run.code, json(run).code, json(run).outcome]).toEqual([4, 'cancelled', 'unavailable']);
    expect(json(run).reason).toBe('The screening was cancelled. This person was not screened.');
  });
});

describe('--keep', () => {
  test('stores an offline screening, exit code 5, and the station sends it when online', async () => {
    const { screen, line, dataDir, provider, asked } = await openScreenCli();
    const key = Buffer.alloc(32, 7);
    await line.down();
    const run = await screen(one('Ana Ruiz', '--id', '123456', '--keep'), { key: key.toString('base64') });
    expect([run.code, json(run).code, json(run).outcome]).toEqual([5, 'connection-refused', 'unavailable']);
    expect(run.stderr).toMatch(/Queued\..*this person is not screened/);
    await line.up();

    // Another search of the command line leaves it as it is.
    expect((await screen(one('Beatriz Salas'), { key: key.toString('base64') })).code).toBe(0);
    expect(asked('Ana Ruiz', '123456')).toBe(0);

    const station = await buildStation({ dataDir, vaultKey: key, provider, through: async () => line.origin });
    await expect.poll(() => station.screening.open(json(run).id), longWait).toMatchObject({ state: 'done', outcome: 'clear' });
    expect(asked('Ana Ruiz', '123456')).toBe(1);
  });

  test('stores no screening that the provider refuses, as a retry would not help', async () => {
    const { screen, provider } = await openScreenCli();
    for (const status of [400, 422, 404, 301]) {
      provider.misbehave('search', { status });
      const run = await screen(one('Ana Ruiz', '--keep'));
      expect([status, run.code]).toEqual([status, 4]);
      expect(run.stderr).not.toMatch(/Queued/);
    }
  });

  test('is refused without a key: exit code 2 before any screening', async () => {
    const { screen, askedInAll } = await openScreenCli();
    expect(await screen(one('Ana Ruiz', '--keep'), { key: null })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/STATION_VAULT_KEY/),
    });
    expect(askedInAll()).toBe(0);
  });

  test('is named by a retryable failure', async () => {
    const { screen, line } = await openScreenCli();
    await line.down();
    expect((await screen(one('Ana Ruiz'))).stderr).toMatch(/--keep/);
  });
});

describe('incomplete settings: exit code 2, one sentence, no screening', () => {
  test('no search section, no secret, a secret that is invalid in a header, no profile', async () => {
    const { screen, profile, folder, askedInAll } = await openScreenCli();
    const without = await profile(({ search: _, ...rest }) => rest);
    const runs = [
      await screen(one('Ana Ruiz'), { profile: without }),
      await screen(one('Ana Ruiz'), { secret: null }),
      await screen(one('Ana Ruiz'), { secret: 'contraseña-Ñ' }),
      await screen(one('Ana Ruiz'), { profile: join(folder, 'none.json') }),
    ];
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    }
    expect(
      runs.map(({ stderr }) => /Screening is not set up|STATION_SEARCH_API_KEY( goes into a header)?|--profile-file/.exec(stderr)?.[0]),
    ).toEqual(['Screening is not set up', 'STATION_SEARCH_API_KEY', 'STATION_SEARCH_API_KEY goes into a header', '--profile-file']);
    expect(askedInAll()).toBe(0);
  });
});
