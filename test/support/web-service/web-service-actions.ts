/** A station whose own web service listens on 127.0.0.1, called from outside over real sockets. */
import { expect } from 'vitest';
import { user } from '../cli/serving.ts';
import { type ServiceSettings, serviceSettingsSchema } from '../doors/domain.ts';
import { buildStation, type TestStation } from '../station.ts';
import { describedAnswers } from './described-answers.ts';
import { type Called, callService, documentsPath, formOf, sendToDocuments, tokenFor } from './service-calls.ts';

export type ServingStation = Awaited<ReturnType<typeof buildServing>>;

/** Adds a user who may call the web service, and starts it. */
async function withWebService<S extends TestStation>(station: S, settings: Partial<ServiceSettings> = {}) {
  const serving = Object.assign(station, {
    /** `{client_base_url}` */
    url: '',
    user,
    async serve() {
      await station.service.users.provide(user.username, user.password);
      await station.service.serve(serviceSettingsSchema.parse({ port: 0, ...settings }), null);
      serving.url = station.service.state().urls[0] ?? '';
    },
    /** Closes the station and opens the next one on the same data folder, with the same settings and another `url`. */
    async restart() {
      await station.reopen();
      await serving.serve();
    },
  });
  await serving.serve();
  return serving;
}

/** A station that only serves. */
export const buildServing = async (settings?: Partial<ServiceSettings>) =>
  withWebService(await buildStation({ provider: 'none', sending: 'manual' }), settings);

/** Calls to such a station. Each answer is checked against the service's own description and the rules of all answers. */
export async function buildDescribed(settings?: Partial<ServiceSettings>) {
  const station = await buildServing(settings);
  const { url } = station;
  const described = await describedAnswers(url);
  const checked = (method: string, path: string, answer: Called): Called => {
    described.check(method, path, answer);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(Object.keys(answer.headers).filter((name) => /^(server|x-powered-by|access-control)/.test(name))).toEqual([]);
    return answer;
  };
  type More = Parameters<typeof sendToDocuments>[3];
  return {
    station,
    described,
    form: async (fields: Parameters<typeof formOf>[0], more: More = {}) =>
      checked('POST', '/api/token', await callService(url, { path: '/api/token', ...formOf(fields), ...more })),
    send: async (token: string | null, body: unknown, more: More = {}) =>
      checked('POST', documentsPath, await sendToDocuments(url, token, body, more)),
    get: async (path: string) => checked('GET', path, await callService(url, { method: 'GET', path })),
    token: () => tokenFor(url, user),
    grant: { grant_type: 'password', ...user },
  };
}
