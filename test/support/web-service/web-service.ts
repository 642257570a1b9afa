/** The listening part alone: its backend answers as the test specifies, so that limits and transport can be tested. */
import { onTestFinished } from 'vitest';
import { type ServiceEvent, type ServiceSettings, serviceSettingsSchema } from '../doors/domain.ts';
import { type Problem, problemOf } from '../doors/errors.ts';
import {
  type Limits,
  type PublishedAnswer,
  startWebServer,
  type TokenAnswer,
  type WebServer,
  type WebServerDeps,
} from '../doors/web-service.ts';

export const goodToken = 'a-good-token';
/** User who gets it. */
export const goodUser = { username: 'provider', password: 'right' };
const caller = { id: '1', name: goodUser.username, guest: false };

export type LoneService = WebServer & {
  url: string;
  events: ServiceEvent[];
  pushed: Buffer[];
  /** Addresses that requested a token. */
  askedFrom: string[];
};

type Wanted = Partial<Omit<WebServerDeps, 'settings'>> & { settings?: Partial<ServiceSettings>; limits?: Partial<Limits> };

export async function startLoneService({ settings, limits, ...parts }: Wanted = {}): Promise<LoneService> {
  const events: ServiceEvent[] = [];
  const pushed: Buffer[] = [];
  const askedFrom: string[] = [];
  const token = async (_name: string, password: string, address: string): Promise<TokenAnswer> => {
    askedFrom.push(address);
    const issued = new Date();
    return password === goodUser.password
      ? { kind: 'issued', token: goodToken, minutes: 20, issued, expires: new Date(issued.getTime() + 1_200_000), caller }
      : { kind: 'refused' };
  };
  const service = await startWebServer(
    {
      settings: serviceSettingsSchema.parse({ port: 0, ...settings }),
      passphrase: null,
      access: { token, callerOf: (found) => (found === goodToken ? caller : null) },
      publishing: { answer: async () => answerOf([]) },
      intake: {
        ingestPush: async (body) => {
          pushed.push(Buffer.isBuffer(body) ? body : body.body);
          return { outcome: 'stored', record: 'r', visit: 'v' };
        },
        quarantine: async () => {},
        noteTooLarge: async () => {},
        rehearse: async () => {},
      },
      ready: () => true,
      emit: (event) => events.push(event),
      version: '0',
      ...parts,
    },
    { closing: 2_000, ...limits },
  );
  onTestFinished(() => service.close());
  // Not spread: the value of a getter may change.
  return Object.assign(Object.create(service) as WebServer, { url: service.urls[0] ?? '', events, pushed, askedFrom });
}

/** Why it does not start; null when it does. */
export const problemAtStart = (settings: Partial<ServiceSettings>, passphrase: string | null = null): Promise<Problem | null> =>
  startLoneService({ settings, passphrase }).then(
    () => null,
    (thrown: unknown) => problemOf(thrown),
  );

/** @param pieces of the body; an error among them is thrown there */
export function answerOf(pieces: readonly (string | Error)[], finished: (complete: boolean) => void = () => {}): PublishedAnswer {
  const bodies = pieces.length > 0 ? pieces : ['[]'];
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const piece of bodies) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  }
  const size = bodies.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);
  return { count: bodies.length, size, body: body(), finished };
}
